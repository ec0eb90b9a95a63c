"""Following events: when to look, what changed, who is told."""
