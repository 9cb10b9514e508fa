"""An answer as ASGI sends it."""

from __future__ import annotations

from typing import Any

from kit.http import core

POLICY = (b"content-security-policy", core.POLICY.encode())
"""What a browser may do with an answer that says nothing of it itself."""


def head(answer: core.Answer, request_id: str) -> dict[str, Any]:
    """The message that begins `answer`; the length stands in it when the body is whole."""
    headers = [(b"content-type", answer.media_type.encode())]
    headers += [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers.items()]
    headers.append((b"x-request-id", request_id.encode()))
    if "Content-Security-Policy" not in answer.headers:
        headers.append(POLICY)
    if isinstance(answer.body, bytes):
        headers.append((b"content-length", str(len(answer.body)).encode()))
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
