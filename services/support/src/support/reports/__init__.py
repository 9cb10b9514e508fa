"""Bug reports: each is stored, and its fault gets a support ticket."""
