"""Domains of our mail: their DKIM settings, and a check of their SPF, DKIM and DMARC records."""
