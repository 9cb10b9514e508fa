"""Instalments, payments, the write-off."""
