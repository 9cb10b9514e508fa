"""Entries of forms: filling in, review, requests, links for people outside."""
