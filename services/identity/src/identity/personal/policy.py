"""Rights to one's own choices. Nobody reads or writes those of somebody else."""

from __future__ import annotations

from kit.policy import Rule, staff

reads = Rule("any person, their own", lambda actor, row: actor.user_id > 0)
"""Somebody who acts as another sees the lists as that person does."""
keeps = Rule(
    "any person, their own, not while acting as another",
    lambda actor, row: actor.user_id > 0 and actor.real_user_id is None,
)
"""A look around as another person leaves their columns, views and stars as they were."""
keeps_as_staff = Rule("staff, not while acting as another", lambda actor, row: staff(actor) and keeps(actor))
