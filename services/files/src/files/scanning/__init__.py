"""Safety of uploads: the virus scanner, and the objects that nobody may read because of it."""
