"""Rights to the notices of the website (`platform.md 2`: role website)."""

from __future__ import annotations

from kit.policy import Scope, has_role

keeps_website = has_role("website")
everything = Scope(everything=keeps_website)
