"""The call that checks a mail domain now."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit import jobs
from kit.database import row_or_404
from kit.http.fastapi import Call, Id, Routes
from support.domains import answers
from support.domains.fields import enqueue
from support.domains.model import mail_domain
from support.mailboxes.policy import reads

routes = Routes()


@routes.post("/v2/support/mailDomain/{id}/check", may=reads, status=202, answers=answers.DomainCheck)
def check(call: Call, id: Id) -> dict[str, Any]:
    """Check the SPF, DKIM and DMARC records of a domain."""
    row_or_404(call.tx.connection, sa.select(mail_domain.c.id).where(mail_domain.c.id == id))
    return {"id": id, "jobId": jobs.public_id(enqueue(call.tx, id))}
