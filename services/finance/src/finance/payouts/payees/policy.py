"""Rights on bank details: accounting, and each tutor their own. Nobody else, not even role finance, which
prepares and approves pay runs: who decides that money goes out does not decide where it goes (`docs/finance.md`)."""

from __future__ import annotations

from finance.payouts.payees.model import payee_account
from kit.policy import Reach, has_role

keeps = has_role("accounting")
REACH = Reach(keeps, tutor=payee_account.c.tutor_id)
SCOPE, reads = REACH.scope, REACH.rule
