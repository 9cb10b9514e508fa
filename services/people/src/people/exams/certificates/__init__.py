"""Certificates of the boards: where they are, and when and by whom they were collected."""
