"""Pictures of users."""
