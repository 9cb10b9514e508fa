"""What happens in and after a tutorial (`teaching.md`)."""
