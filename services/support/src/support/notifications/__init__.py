"""The numbered notices of each user and the channel that brings them at once."""
