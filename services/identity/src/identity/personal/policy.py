"""Rights to one's own choices. Nobody reads or writes those of another person."""

from __future__ import annotations

from kit.policy import Rule, staff

reads = Rule("any person, their own", lambda actor, row: actor.user_id > 0)
"""During an impersonation, lists look as they do for the impersonated person."""
keeps = Rule(
    "any person, their own, not while acting as another",
    lambda actor, row: actor.user_id > 0 and actor.real_user_id is None,
)
"""An impersonation does not change the person's columns, views and stars."""
keeps_as_staff = Rule("staff, not while acting as another", lambda actor, row: staff(actor) and keeps(actor))
