"""Texts of proving who somebody is."""

from __future__ import annotations

WRONG = "Wrong user name or password"
