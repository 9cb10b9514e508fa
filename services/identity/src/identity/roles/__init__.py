"""Roles of users."""
