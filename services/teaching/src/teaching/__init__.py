"""Records of and after a tutorial (`teaching.md`)."""
