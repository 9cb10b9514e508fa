"""Taking bug reports: each is kept, and its fault is worked on as a support ticket."""
