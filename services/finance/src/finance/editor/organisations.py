"""Whether an organisation still takes invoices, as identity, its owner, says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Invalid, Refused
from kit.policy import Actor, staff
from kit.records.references import closed_refusal, find_at
from kit.settings import settings
from kit.values import Reference


def check_organisation(actor: Actor, body: Mapping[str, Any]) -> None:
    """Raise Invalid if identity has deleted or archived the organisation: the read copy learns of it with a delay.

    Calls identity: do not call inside a transaction. If identity does not respond, the read copy decides, which is
    locked while the invoice is written.
    """
    if not staff(actor) or body.get("parentId") is not None or "identity" not in settings().peers():
        return
    try:
        organisation_id = Reference(source="").parse(body.get("orgId"))
        state = None if organisation_id is None else find_at("identity", "/orgs", organisation_id)
    except Refused:
        return  # the form refuses an unknown id when it is read
    if state is not None and state.closed:
        text = closed_refusal({"title": state.title, "deleted": True}, "organisation")
        raise Invalid(text or "", field="orgId", title="Form errors")
