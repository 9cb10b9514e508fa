"""Forms: their definitions with versions, entries, requests, links for people outside."""
