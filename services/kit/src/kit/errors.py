"""Refusals. A command raises one; `kit.http` and `kit.rpc` turn it into an error answer (`docs/api.md`, Basics)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """A request that is answered with `status` and a text for a person.

    `fields` maps a field's wire name to its own text, `field` names the one that the text itself is about; `title`
    heads the popup where a spec names one; `extra` joins the error body (the current value of a 409, say).
    """

    status = 422
    code = "invalid"

    def __init__(
        self,
        text: str,
        *,
        title: str | None = None,
        code: str | None = None,
        fields: Mapping[str, str] | None = None,
        field: str = "",
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.title = title
        self.code = code or type(self).code
        self.fields = dict(fields or {}) | ({field: text} if field else {})
        self.headers = dict(headers or {})
        self.extra = dict(extra or {})

    def in_words(self) -> str:
        """Return the fault in one line: the texts of the fields, otherwise its own."""
        return "; ".join(dict.fromkeys(self.fields.values())) or self.text

    def body(self, request_id: str) -> dict[str, Any]:
        """Return the error answer, without `None` entries."""
        body: dict[str, Any] = {"error": self.text, "code": self.code, "requestId": request_id}
        if self.title is not None:
            body["title"] = self.title
        if self.fields:
            body["fields"] = self.fields
        return body | self.extra


def raise_if(refusal: Refused | None) -> None:
    """Raise `refusal`, if there is one."""
    if refusal is not None:
        raise refusal


class Malformed(Refused):
    """The request cannot be read at all."""

    status, code = 400, "malformed"


class NotSignedIn(Refused):
    """No token, or one that is expired, revoked or not ours."""

    status, code = 401, "not_signed_in"


class NotYourFile(Refused):
    """A file that exists and belongs to somebody else (`money.md 8`)."""

    status, code = 402, "not_your_file"


NOT_ALLOWED = "You are not allowed to do this"


class Forbidden(Refused):
    """Signed in, but not allowed."""

    status, code = 403, "forbidden"

    def __init__(self, text: str = NOT_ALLOWED, **more: Any) -> None:
        super().__init__(text, **more)


class NotFound(Refused):
    """Absent, or not visible to the caller: deliberately indistinguishable."""

    status, code = 404, "not_found"

    def __init__(self, text: str = "There is no such entry", **more: Any) -> None:
        super().__init__(text, **more)


class Conflict(Refused):
    """Not possible in the record's present state."""

    status, code = 409, "conflict"


class Asks(Conflict):
    """Possible after a confirmation: the same call with `confirm: true` succeeds. `yes` and `no` are the buttons below
    title and text; the body has them as `question`."""

    def __init__(self, text: str, *, title: str, code: str, yes: str, no: str = "Go back") -> None:
        super().__init__(text, title=title, code=code, extra={"question": {"yes": yes, "no": no}})


def conflict_if(text: str | None, **more: Any) -> None:
    """Raise Conflict with `text`, the refusal of a rule; None allows. `more` are further arguments of `Refused`."""
    if text is not None:
        raise Conflict(text, **more)


class TooLarge(Refused):
    """More bytes than this call accepts."""

    status, code = 413, "too_large"


class Invalid(Refused):
    """Breaks a rule; the text is the spec's own."""


class TooMany(Refused):
    """Too many requests; `retry_after` is in seconds."""

    status, code = 429, "too_many_requests"

    def __init__(self, text: str, retry_after: int, **more: Any) -> None:
        super().__init__(text, headers={"Retry-After": str(retry_after)}, **more)


class Unavailable(Refused):
    """A dependency of this call does not respond; the caller may try again after five seconds."""

    status, code = 503, "unavailable"

    def __init__(self, text: str, **more: Any) -> None:
        super().__init__(text, headers={"Retry-After": "5"}, **more)


BUSY = "Network busy, please wait a few seconds and try again"
"""The wording of 503 and 429 (`platform.md 8`); the page adds the number."""


def refuse_fields(refused: Mapping[str, str], title: str | None = None) -> None:
    """Refuse the fields of `refused`, a text for each by its wire name; the first text becomes that of the refusal.
    Raises Invalid, unless `refused` is empty."""
    if refused:
        raise Invalid(next(iter(refused.values())), fields=refused, title=title)
