"""The next round before it is paired: who can meet whom, by an engine of the FIDE Dutch system."""
