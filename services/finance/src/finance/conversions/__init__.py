"""Drafts of the fees that were agreed when leads were converted."""
