"""people: everyone and everything that is taught or examined."""
