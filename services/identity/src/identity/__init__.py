"""identity: who you are, where you work, how your workspace looks."""
