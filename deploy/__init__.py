"""Images, docker-compose and their proofs (docs/containers.md)."""
