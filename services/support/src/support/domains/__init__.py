"""Domains that our mail comes from: their DKIM settings, and a check of their SPF, DKIM and DMARC records."""
