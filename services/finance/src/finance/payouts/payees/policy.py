"""Rights on bank details: role accounting, and tutors and invigilators for their own. Role finance has no rights on
them, because it approves pay runs: people who release money must not decide where it goes (`docs/finance.md`)."""

from __future__ import annotations

from finance.payouts.payees.model import payee_account
from kit.policy import Reach, has_role

keeps = has_role("accounting")
REACH = Reach(keeps, tutor=payee_account.c.tutor_id, invigilator=payee_account.c.invigilator_id)
SCOPE, reads = REACH.scope, REACH.rule
