"""References of teachers for centre assessed candidates, submitted through a personal link without signing in."""
