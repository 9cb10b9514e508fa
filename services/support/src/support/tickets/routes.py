"""The calls of tickets besides the declared ones (`money.md 7`, Support tickets)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, PrivateAttr

from kit.errors import Invalid, Malformed, NotFound
from kit.http import pages
from kit.http.core import Answer
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.policy import Actor, has_role, public, signed_in, staff
from kit.values.bodies import read
from support import teams
from support.tickets import answers, commands, links, merging, queries, rating, rules
from support.tickets.answering import presence
from support.tickets.policy import supports

routes = Routes()

Files = Annotated[list[Id], Field(max_length=rules.MOST_FILES)]


class Attaching(Body):
    """A request body that may name files."""

    fileIds: Files = Field(default_factory=list)
    _files: commands.Files = PrivateAttr(default_factory=list)

    def load_files(self, actor: Actor) -> None:
        """Load the files' names before the transaction begins. Raises Invalid, Unavailable."""
        self._files = commands.named_files(actor, self.fileIds)

    @property
    def files(self) -> commands.Files:
        return self._files


class Raised(Attaching):
    """The form of a new ticket (`money.md 5`). `type` is another name of `team`. The asker (`primaryUser`) is the
    caller if nobody is named, on a slip, and for others than staff, who ask only for themselves."""

    team: str | None = None
    type: str | None = None
    title: str | None = None
    priority: int | None = teams.NORMAL
    metaType: str | None = None
    message: str | None = None
    primaryUser: Id | None = None
    responsibleStaff: Id | None = None
    infoUsers: list[Id] | None = None
    invoiceId: Id | None = None
    slipId: Id | None = None
    hwsId: Id | None = None
    errorId: Id | None = None

    def form(self, actor: Actor) -> dict[str, Any]:
        """Return the values of `rules.FORM`. Raises Invalid, which names every bad field."""
        values = self.model_dump(include={*rules.FORM})
        values["team"] = self.team or self.type
        if self.primaryUser is None and (not staff(actor) or self.slipId is not None):
            values["primaryUser"] = actor.user_id
        form = read(rules.FORM, values)
        if not staff(actor) and form["primaryUser"] != actor.user_id:
            raise Invalid(rules.NOT_FOR_OTHERS, title="Form errors", field="primaryUser")
        return form


class Message(Attaching):
    """A message on a ticket, html; an `internal` one is a note that only staff write and see. With `waits` the clock
    pauses until the ticket is answered."""

    message: str | None = None
    internal: bool = False
    waits: bool = False

    def text(self) -> str:
        """Return the sanitised message. Raises Invalid."""
        return str(read({"message": rules.MESSAGE}, {"message": self.message})["message"])


def check_form(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    """Check the form of a new ticket and load its files before the transaction begins. Raises Invalid, NotFound,
    Unavailable."""
    body: Raised = arguments["body"]
    form = body.form(call.actor)
    commands.check_records(call.actor, form)
    body.load_files(call.actor)


@routes.post("/v2/support/ticket", may=signed_in, status=201, before=check_form, answers=answers.TicketRaised)
def raise_ticket(call: Call, body: Raised) -> dict[str, Any]:
    """Raise a support ticket."""
    ticket_id = commands.raise_ticket(call.tx, body.form(call.actor), body.files)
    return {"id": ticket_id, "status": "submitted", "notice": rules.RAISED}


def _check_message(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    body: Message = arguments["body"]
    body.text()
    body.load_files(call.actor)


@routes.post(
    "/v2/support/ticket/{id}/message",
    may=signed_in,
    status=201,
    before=_check_message,
    answers=answers.TicketWritten,
)
def post(call: Call, id: Id, body: Message) -> dict[str, Any]:
    """Write on a ticket."""
    return commands.post(call.tx, id, body.text(), body.files, internal=body.internal, waits=body.waits)


@routes.post("/v2/support/message/{id}/read", may=signed_in, answers=answers.TicketRead)
def mark_read(call: Call, id: Id) -> dict[str, Any]:
    """Record that the caller has seen a message."""
    return commands.mark_read(call.tx, id)


class Sources(Body):
    """The tickets to merge into the one in the path."""

    ids: list[Id] = Field(min_length=1, max_length=rules.MOST_MERGED)


@routes.post("/v2/support/ticket/{id}/merge", may=supports, answers=answers.TicketMerged)
def merge(call: Call, id: Id, body: Sources) -> dict[str, Any]:
    """Merge other tickets into this one."""
    return merging.merge(call.tx, id, body.ids)


@routes.post("/v2/support/ticket/{id}/unmerge", may=supports, answers=answers.TicketMerged)
def unmerge(call: Call, id: Id) -> dict[str, Any]:
    """Take this ticket out of the one it was merged into."""
    return merging.unmerge(call.tx, id)


class Split(Body):
    """The title of the ticket that a message becomes."""

    title: str | None = None

    def text(self) -> str:
        """Return the title. Raises Invalid."""
        return str(read({"title": rules.TITLE}, {"title": self.title})["title"])


@routes.post("/v2/support/message/{id}/split", may=supports, status=201, answers=answers.TicketRaised)
def split(call: Call, id: Id, body: Split) -> dict[str, Any]:
    """Turn a message into a separate ticket."""
    return merging.split(call.tx, id, body.text())


class Linked(Body):
    """The other ticket."""

    ticketId: Id


@routes.post("/v2/support/ticket/{id}/link", may=supports, answers=answers.TicketLinks)
def link(call: Call, id: Id, body: Linked) -> dict[str, Any]:
    """Link another ticket with this one."""
    return merging.link(call.tx, id, body.ticketId, linked=True)


@routes.post("/v2/support/ticket/{id}/unlink", may=supports, answers=answers.TicketLinks)
def unlink(call: Call, id: Id, body: Linked) -> dict[str, Any]:
    """Unlink two tickets."""
    return merging.link(call.tx, id, body.ticketId, linked=False)


@routes.post("/v2/support/ticket/{id}/watch", may=staff, answers=answers.TicketWatched)
def watch(call: Call, id: Id) -> dict[str, Any]:
    """Watch a ticket: be informed of it."""
    return merging.watch(call.tx, id, watching=True)


@routes.post("/v2/support/ticket/{id}/unwatch", may=staff, answers=answers.TicketWatched)
def unwatch(call: Call, id: Id) -> dict[str, Any]:
    """Stop watching a ticket."""
    return merging.watch(call.tx, id, watching=False)


class Presence(Body):
    """The activity of the caller on the ticket: writing an answer or a note, or reading (null).

    `gone` means that they closed it.
    """

    writing: presence.Writing | None = None
    gone: bool = False


@routes.post("/v2/support/presence/{id}", may=signed_in, answers=answers.TicketPresence)
def be_present(call: Call, id: Id, body: Presence) -> dict[str, Any]:
    """Record that the caller has a ticket open; returns who else has and whether it has changed."""
    with call.db.read() as connection:
        row = queries.reached(connection, call.actor, id)
        state = presence.state(connection, call.actor, row)
    return {"people": presence.beat(call.actor, id, body.writing, gone=body.gone), **state}


@routes.get("/v2/support/staff", may=has_role("staff", "tutor"), answers=list[answers.SupportMember])
def support_staff(call: Call, type: str = "") -> list[dict[str, Any]]:
    """Return the people who can be made responsible for a ticket (of one type), for staff and for tutors who ask for
    help."""
    return call.read(queries.support_staff, rules.TYPE.parse(type))


@routes.get(f"{links.RATE}/{{secret}}", may=public, answers=pages.PAGE)
def ask_rating(call: Call, secret: str) -> Answer:
    """Return the page on which the asker of a ticket rates the answer, opened from a mail."""
    try:
        return rating.ask(rating.ticket_of(call.db, secret))
    except NotFound:
        return pages.unknown()


@routes.post(f"{links.RATE}/{{secret}}", may=public, remote=True, answers=pages.PAGE)
def rate(call: Call, secret: str, body: pages.PageBody) -> Answer:
    """Rate the answer with the form of that page."""
    try:
        return rating.rate(call.db, rating.ticket_of(call.db, secret), pages.posted(body))
    except NotFound:
        return pages.unknown()
    except (Malformed, Invalid) as refusal:  # people read it
        return pages.message("Your rating is not saved", refusal.text, 422)
