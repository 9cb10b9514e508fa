"""Answers of the calls of lines and texts beside the declared ones."""

from __future__ import annotations

from typing import TypedDict

from finance.invoices.part_attributes import TEXT


@TEXT.part("place", "tag", "description", "displayOrder")
class TextBody(TypedDict):
    """A text as POST takes it."""


class FooterDeleted(TypedDict):
    """`deleted` is the body that brings it back."""

    id: int
    deleted: TextBody
