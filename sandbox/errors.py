"""Xero's error bodies."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A response other than success."""

    def __init__(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        super().__init__(str(body))
        self.status, self.body, self.headers = status, body, headers or {}


class Wrong(Exception):
    """Return the validation errors of one element: a list of texts."""

    def __init__(self, *texts: str) -> None:
        super().__init__("; ".join(texts))
        self.texts = texts

    @property
    def errors(self) -> list[dict[str, str]]:
        return [{"Message": text} for text in self.texts]


def unreadable(text: str) -> ApiError:
    """Build the error for a body that is not JSON or names an unknown reference."""
    return ApiError(
        400,
        {"ErrorNumber": 17, "Type": "PostDataInvalidException", "Message": f"JSON for post data was invalid,{text}"},
    )


def invalid(elements: list[dict[str, Any]]) -> ApiError:
    """Elements that break a rule."""
    body = {"ErrorNumber": 10, "Type": "ValidationException", "Message": "A validation exception occurred"}
    return ApiError(400, body | {"Elements": elements})


def problem(status: int, title: str, detail: str) -> ApiError:
    """Build the refusal of a call that does not reach the API."""
    return ApiError(status, {"Type": None, "Title": title, "Status": status, "Detail": detail, "Instance": new_trace()})


def absent() -> ApiError:
    """Build the error for an unknown resource."""
    return ApiError(
        404, {"Title": "NotFound", "Status": 404, "Detail": "The resource you're looking for cannot be found"}
    )


def new_trace() -> str:
    """Return the id in a problem."""
    import uuid

    return str(uuid.uuid4())
