"""What one organisation owes another, by type."""
