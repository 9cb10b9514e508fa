"""The content of an upload: its kind, found by its bytes, and what it may contain."""
