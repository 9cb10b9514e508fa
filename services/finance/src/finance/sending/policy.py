"""Rights on mail templates and letterheads (`money.md 6`; decided here where it is silent)."""

from __future__ import annotations

from kit.policy import has_role

keeps_texts = has_role("accounting")
