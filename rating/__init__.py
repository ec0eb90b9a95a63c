"""From facts to numbers; knows no HTML, no network and no language."""
