"""Calls of read and sign."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any

from pydantic import Field

from files.documents.queries import not_valid
from files.folders import policy
from files.signing import commands, queries, rules
from files.signing.answers import Reminded, Signed, Signing, SigningAsked, SigningCheck, SigningRole, Withdrawn
from kit.http import core
from kit.http.bodies import Id
from kit.http.flask import Body, Call, Routes

routes = Routes()
_Users = Annotated[list[Id], Field(default_factory=list, max_length=rules.MOST_USERS)]
_Role = Annotated[str, Field(min_length=1, max_length=40)]
_Roles = Annotated[list[_Role], Field(default_factory=list, max_length=40)]


class People(Body):
    """Users, and roles that stand for their current users."""

    users: _Users
    roles: _Roles


class Request(People):
    """The people asked, the day by which they sign, and a note to them."""

    due: dt.date
    note: Annotated[str, Field(max_length=rules.MAX_NOTE)] = ""


class Signature(Body):
    """The number of the signed version."""

    version: Annotated[int, Field(ge=1, le=1_000_000)]


class Some(Body):
    """Users; if none are given, all who were asked and have not signed."""

    users: _Users


class Chosen(Body):
    """Users."""

    users: Annotated[list[Id], Field(min_length=1, max_length=rules.MOST_USERS)]


@routes.get("/file/{id}/signing", may=policy.read, answers=Signing, no_id=not_valid)
def state(id: int, call: Call) -> dict[str, Any]:
    """Return how many signed a document, and what the caller is asked to sign."""
    return call.db.query(queries.state, call.actor, id)


@routes.post("/file/{id}/signing/check", may=policy.read, answers=SigningCheck)
def check(id: int, body: People, call: Call) -> dict[str, Any]:
    """Return the people whom a request to sign would reach, and those without access."""
    return queries.reached(call.tx, commands.administered(call.tx, id), body.users, body.roles)


@routes.post("/file/{id}/signing", may=policy.read, status=201, answers=SigningAsked)
def ask(id: int, body: Request, call: Call) -> core.Answer:
    """Ask people and roles to read and sign a document."""
    note = " ".join(body.note.split())
    row = commands.administered(call.tx, id)
    return core.data(commands.ask(call.tx, row, body.users, body.roles, body.due, note), 201)


@routes.get("/library/roles", may=policy.read, answers=list[SigningRole])
def roles(call: Call) -> list[dict[str, Any]]:
    """Return the roles of people who can sign in, and the number of people in each."""
    return call.db.query(queries.roles, call.actor)


@routes.post("/file/{id}/sign", may=policy.read, answers=Signed)
def sign(id: int, body: Signature, call: Call) -> dict[str, Any]:
    """Sign the latest version of a document, after it was opened."""
    return commands.sign(call.tx, id, body.version)


@routes.post("/file/{id}/signing/remind", may=policy.read, answers=Reminded)
def remind(id: int, body: Some, call: Call) -> dict[str, int]:
    """Remind those who have not signed a document."""
    return commands.remind(call.tx, commands.administered(call.tx, id), body.users)


@routes.post("/file/{id}/signing/withdraw", may=policy.read, answers=Withdrawn)
def withdraw(id: int, body: Chosen, call: Call) -> dict[str, int]:
    """Stop asking people to sign a document."""
    return commands.withdraw(call.tx, commands.administered(call.tx, id), body.users)
