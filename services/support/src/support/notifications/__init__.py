"""The numbered notices of each user, and the channel that delivers them at once."""
