"""Answers to calls about lines and texts, other than the declared ones."""

from __future__ import annotations

from typing import TypedDict

from finance.invoices.part_attributes import TEXT


@TEXT.part("place", "tag", "description", "displayOrder")
class TextBody(TypedDict):
    """A text as POST takes it."""


class FooterDeleted(TypedDict):
    """`deleted` is the request body that restores it."""

    id: int
    deleted: TextBody
