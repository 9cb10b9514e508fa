"""Corrections of addresses: one that is put right on a person no longer counts as bounced."""
