"""The tests, one file per concern; each docstring states the rule that its test proves."""
