"""Answers to calls about ticket templates."""

from __future__ import annotations

from typing import TypedDict


class TemplateChoice(TypedDict):
    """A template for the form of a new ticket: `text` is html, and each of `questions` must be answered."""

    id: int
    name: str
    title: str
    team: str
    metaType: str
    priority: int
    text: str
    questions: list[str]


class TicketTemplateParts(TypedDict):
    """Number of tickets raised from it."""

    used: int
