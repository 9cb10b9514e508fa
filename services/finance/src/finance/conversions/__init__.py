"""Drafts of the fees that were agreed at the conversion of leads."""
