"""Answers of the calls of templates of tickets."""

from __future__ import annotations

from typing import TypedDict


class TemplateChoice(TypedDict):
    """A template as the form of a new ticket takes it: `text` is html, each of `questions` has to be answered."""

    id: int
    name: str
    title: str
    team: str
    metaType: str
    priority: int
    text: str
    questions: list[str]


class TicketTemplateParts(TypedDict):
    """How many tickets were raised from it."""

    used: int
