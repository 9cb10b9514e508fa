"""Plans of a series: candidates with two papers at once or too long a day, the arrangement of that day, and whole
sittings."""
