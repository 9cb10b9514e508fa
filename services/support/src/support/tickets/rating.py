"""Rating through the link in a mail: an asker without an account rates the answer on a public page."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.database import Database, first_row
from kit.errors import Conflict, NotFound
from kit.http import pages
from kit.http.core import Answer
from kit.policy import as_service
from support.public_page import page
from support.tickets import rules
from support.tickets.links import RATED_TICKETS
from support.tickets.model import ticket
from support.tickets.workflow import TICKET_STATES

_COLUMNS = ("id", "title", "status", "user_id", "rating", "rating_comment", "merged_into_id")


def ticket_of(db: Database, secret: str) -> dict[str, Any]:
    """Return the ticket whose page has this secret. Raises NotFound."""
    ticket_id = RATED_TICKETS.read(secret)
    if ticket_id is not None:
        with db.read() as connection:
            columns = [ticket.c[name] for name in _COLUMNS]
            row = first_row(connection, sa.select(*columns).where(ticket.c.id == ticket_id))
        if row is not None:
            return row
    raise NotFound()


def rate(db: Database, row: Mapping[str, Any], form: pages.Posted) -> Answer:
    """Rate as the asker, the only owner of the link, and return the next page; without a rating, ask again."""
    sent = form.one("rating")
    chosen = next((option.value for option in rules.RATINGS if str(option.value) == sent), None)
    comment = form.one("comment").strip()[: rules.LONGEST_COMMENT]
    if chosen is None:
        return ask(row)
    asker = replace(as_service("support"), user_id=row["user_id"], name="The asker")
    try:
        with db.transaction(asker) as tx:
            TICKET_STATES.run(tx, row["id"], "rate", {"rating": chosen, "comment": comment})
    except Conflict:
        return _open(row)
    return _done(row)


def ask(row: Mapping[str, Any]) -> Answer:
    """Return the page that asks, with the previous choice; a mail scanner that follows every link rates nothing."""
    if row["status"] != "resolved" or row["merged_into_id"]:
        return _open(row)
    choices = "".join(
        f'<label class="choice"><input type="radio" name="rating" value="{option.value}" required'
        f"{' checked' if option.value == row['rating'] else ''}>{html.escape(option.label)}</label>"
        for option in rules.RATINGS
    )
    form = (
        f'<form method="post"><fieldset><legend>How was our answer?</legend>{choices}</fieldset>'
        f'<label>Comment <textarea name="comment" maxlength="{rules.LONGEST_COMMENT}">'
        f"{html.escape(row['rating_comment'])}</textarea></label><button>Rate the answer</button></form>"
    )
    return page(f"Ticket #{row['id']} is resolved", row["title"], form)


def _done(row: Mapping[str, Any]) -> Answer:
    text = f"Your rating of ticket #{row['id']} helps us to answer better. You can change it with the same link."
    return page("Thank you for rating the answer", text)


def _open(row: Mapping[str, Any]) -> Answer:
    return page(f"Ticket #{row['id']} is open", "You can rate the answer once the question is resolved.")
