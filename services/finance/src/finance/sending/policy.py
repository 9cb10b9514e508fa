"""Rights on the texts and letterheads (`money.md 6`; where it is silent, decided here)."""

from __future__ import annotations

from kit.policy import has_role

keeps_texts = has_role("accounting")
