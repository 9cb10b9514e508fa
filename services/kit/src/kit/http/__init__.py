"""HTTP: the declared routes, with adapters for FastAPI and Flask."""
