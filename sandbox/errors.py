"""Xero's error bodies."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        super().__init__(str(body))
        self.status, self.body, self.headers = status, body, headers or {}


class Wrong(Exception):
    """Validation errors of one element: a list of texts."""

    def __init__(self, *texts: str) -> None:
        super().__init__("; ".join(texts))
        self.texts = texts

    @property
    def errors(self) -> list[dict[str, str]]:
        return [{"Message": text} for text in self.texts]


def unreadable(text: str) -> ApiError:
    """The body is no JSON, or names what does not exist."""
    return ApiError(
        400,
        {"ErrorNumber": 17, "Type": "PostDataInvalidException", "Message": f"JSON for post data was invalid,{text}"},
    )


def invalid(elements: list[dict[str, Any]]) -> ApiError:
    """Elements that break a rule."""
    body = {"ErrorNumber": 10, "Type": "ValidationException", "Message": "A validation exception occurred"}
    return ApiError(400, body | {"Elements": elements})


def problem(status: int, title: str, detail: str) -> ApiError:
    """A refusal of the door, before the API is reached."""
    return ApiError(status, {"Type": None, "Title": title, "Status": status, "Detail": detail, "Instance": new_trace()})


def absent() -> ApiError:
    """There is no such resource."""
    return ApiError(
        404, {"Title": "NotFound", "Status": 404, "Detail": "The resource you're looking for cannot be found"}
    )


def new_trace() -> str:
    """The id that stands in a problem."""
    import uuid

    return str(uuid.uuid4())
