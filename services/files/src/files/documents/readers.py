"""The rights on the two switches of a file, which its attributes name as their readers."""

from __future__ import annotations

from kit.policy import Readers, Rule, own, staff

_teaches = Rule("tutor", lambda actor, _: actor.person("tutor") is not None, frozenset())
toggle = staff | (_teaches & (own("user", "uploader_id") | own("user", "owner_id")))
"""`money.md 6`: students cannot toggle locked or visible. Staff can, and tutors those of their own files."""
OF_SWITCHES = Readers("Office and tutors", toggle, frozenset({"user", "tutor"}))
"""`money.md 2`: students do not see them, nor does anybody else who cannot change them."""
