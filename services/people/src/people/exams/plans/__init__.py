"""Plans of a series: who sits two papers at once or too long a day, how that day is arranged, and whole sittings."""
