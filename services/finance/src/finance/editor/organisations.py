"""Whether an organisation still takes invoices, by the word of identity, which keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Invalid, Refused
from kit.policy import Actor, staff
from kit.records.references import closed_refusal, find_at
from kit.settings import settings
from kit.values import Reference


def check_organisation(actor: Actor, body: Mapping[str, Any]) -> None:
    """Raises Invalid where identity has deleted or archived the organisation: the read copy hears of it a moment later.

    Calls identity: do not call inside a transaction. Where it does not answer, the read copy decides alone, which is
    locked while the invoice is written.
    """
    if not staff(actor) or body.get("parentId") is not None or "identity" not in settings().peers():
        return
    try:
        organisation_id = Reference(source="").parse(body.get("orgId"))
        state = None if organisation_id is None else find_at("identity", "/orgs", organisation_id)
    except Refused:
        return  # reading the form refuses a wrong id
    if state is not None and state.closed:
        text = closed_refusal({"title": state.title, "deleted": True}, "organisation")
        raise Invalid(text or "", field="orgId", title="Form errors")
