"""Calls about shared tables besides their list and record (`docs/api.md`, Tables)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from identity.tables import answers, commands, policy, queries
from identity.tables.values import Definition, TableDefinition
from kit.http.fastapi import Body, Call, Routes
from kit.lists.formulas import FUNCTIONS

routes = Routes()


class SavedForAll(Body):
    """A definition, and the version of the shared table from which it was made."""

    definition: TableDefinition
    version: Annotated[int, Field(ge=1)]


@routes.get("/table/{slug}", may=policy.reads, answers=answers.TableShown)
def by_slug(call: Call, slug: str) -> Any:
    """Read the table at an address."""
    return call.read(queries.by_slug, slug)


@routes.put("/tables/{id}/definition", may=policy.keeps, answers=answers.TableShown)
def save_for_all(call: Call, id: int, body: SavedForAll) -> Any:
    """Save a table for all its readers."""
    definition = Definition().read(body.definition.model_dump())
    return commands.save_for_all(call.tx, id, definition, body.version)


class Restored(Body):
    """Whether the version also restores its readers."""

    sharing: bool = False


@routes.put("/tables/{id}/own", may=policy.keeps, answers=answers.TableShown)
def keep_own(call: Call, id: int, body: SavedForAll) -> Any:
    """Store one's own copy of a table."""
    definition = Definition().read(body.definition.model_dump())
    return commands.keep_own(call.tx, id, definition, body.version)


@routes.delete("/tables/{id}/own", may=policy.keeps, answers=answers.TableShown)
def drop_own(call: Call, id: int) -> Any:
    """Drop one's own copy of a table."""
    return commands.drop_own(call.tx, id)


@routes.get("/tables/{id}/versions", may=policy.reads, answers=list[answers.TableVersion])
def versions(call: Call, id: int) -> Any:
    """List the versions of a table that were saved for all."""
    return call.read(queries.editions, id)


@routes.post("/tables/{id}/versions/{number}/restore", may=policy.keeps, answers=answers.TableShown)
def restore(call: Call, id: int, number: int, body: Restored) -> Any:
    """Save an earlier version of a table for all again."""
    return commands.restore(call.tx, id, number, body.sharing)


@routes.get("/formulas", may=policy.reads, answers=list[answers.FormulaFunction])
def functions(call: Call) -> Any:
    """List the functions of formulas, for the help while one is typed."""
    return [{"name": name, "shape": one.shape, "text": one.text} for name, one in FUNCTIONS.items()]


@routes.get("/me/tables", may=policy.reads, answers=list[answers.Start])
def starts(call: Call) -> Any:
    """Read the initial definitions of the caller's lists."""
    return call.read(queries.starts)
