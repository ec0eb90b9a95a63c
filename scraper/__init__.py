"""From a pasted link or a saved page to typed facts; imports nothing of the other rooms."""
