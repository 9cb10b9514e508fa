"""References of teachers for centre assessed candidates, given by a personal link without signing in."""
