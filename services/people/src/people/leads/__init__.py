"""Enquiries: the enquirer, the request and its outcome."""
