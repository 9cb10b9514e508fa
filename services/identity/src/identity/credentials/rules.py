"""Texts of authentication."""

from __future__ import annotations

WRONG = "Wrong user name or password"
