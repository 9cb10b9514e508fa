"""The search of Ctrl+K: persons of every kind and courses."""
