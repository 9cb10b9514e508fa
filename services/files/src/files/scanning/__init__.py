"""Whether what people upload is safe: the virus scanner, and the objects that nobody may read because of it."""
