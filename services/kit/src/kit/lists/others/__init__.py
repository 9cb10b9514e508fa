"""Other lists: asked for their rows, and their columns as columns of a list that refers to them."""
