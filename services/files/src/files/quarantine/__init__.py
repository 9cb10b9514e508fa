"""Files that wait for the virus scanner, or in which it found a virus."""
