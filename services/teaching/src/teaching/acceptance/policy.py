"""Rights on offers and terms: tutors have their own, the academic office has all, other staff read (`teaching.md 6`).
The office may answer for a tutor with a reason, and the answer names its author."""

from __future__ import annotations

from kit.policy import Reach, Rule, Scope, has_role, staff
from teaching.acceptance.model import tuition_offer, tutor_terms

office = has_role("academicOffice")
REACH = Reach(staff, tutor=tuition_offer.c.tutor_id)
SCOPE = REACH.scope
own_offer = REACH.of("tutor").own
answers = own_offer | office
MINE = Scope(everything=Rule("nobody", lambda actor, row: False, frozenset()), own=SCOPE.own)
"""Offers to the caller."""
is_tutor = Rule("tutor", lambda actor, row: "tutor" in actor.roles or actor.person("tutor") is not None, frozenset())
"""Also tutors who rejected terms, whose session has no tutor role."""
TERMS_SCOPE = Scope(everything=staff, own={"tutor": tutor_terms.c.status != "draft"})
"""Tutors read published terms, including replaced ones that they accepted."""
OFFICE_SCOPE = Scope(everything=office)
