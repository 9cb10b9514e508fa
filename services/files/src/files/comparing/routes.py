"""The call that compares two versions."""

from __future__ import annotations

from typing import Any

from files.comparing import queries
from files.comparing.answers import Compared
from files.comparing.jobs import READ_TEXT
from files.documents.queries import not_valid
from files.folders import policy
from kit.errors import Invalid
from kit.http.flask import Call, Routes

routes = Routes()
_NUMBER = {"type": "integer", "minimum": 1}
_REQUIRED = "Please name a version"


@routes.get(
    "/file/{id}/compare", may=policy.read, query={"from": _NUMBER, "to": _NUMBER}, answers=Compared, no_id=not_valid
)
def compare(id: int, call: Call) -> dict[str, Any]:
    """Compare the texts of two versions of a document; `waiting` until they are extracted."""
    numbers = (_number(call, "from"), _number(call, "to"))
    difference = call.db.query(queries.compared, call.actor, id, numbers)
    keys = difference.pop("keys")
    if keys:
        with call.db.transaction(call.actor) as tx:
            for key in keys:
                READ_TEXT.enqueue(tx, key, {"key": key})
    return difference


def _number(call: Call, name: str) -> int:
    text = call.request.args.get(name, "")
    if not text.isdecimal() or not 0 < len(text) < 8:
        raise Invalid(_REQUIRED, fields={name: _REQUIRED})
    return int(text)
