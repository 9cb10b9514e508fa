"""Access arrangements of candidates, each with its evidence, its approval and its end."""
