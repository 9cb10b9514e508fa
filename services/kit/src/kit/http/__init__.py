"""HTTP: the declared routes, and an adapter each for FastAPI and Flask."""
