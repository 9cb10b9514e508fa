"""Conformance tests: every declaration of a service is checked over HTTP, on the demo data.

A service's `tests/test_conformance.py` is::

    from staffroom_testing.conformance import suite
    from support.wiring import service

    TestConformance = suite(service, __file__)

Next to it, `<room>/examples.py` has the examples of a room; a declaration without one fails::

    FIELDS = {"<field set>": {"<field>": {"accepts": [raw, ...], "refuses": [raw, ...], "record": id?, "as": account?}}}
    MOVES = {"<workflow>": {"<move>": {"body": {...}, "record": id?, "prefers": id?}}}
    LISTS = {"<list>": {"filters": {"<filter>": "value"}, "path": {"<parameter>": "value"}, "record": "/thing/{id}"?}}

The type of an answer is declared on the route (`answers=`) or derived from the declaration, and every answer of every
test is validated against the OpenAPI document. Read-only fields need no example, the field with a workflow's state is
tested by its moves, and a filter in the path takes its value there; `record` is the call of a row's record that no
field set declares. `tests/rights.md` (`staffroom_testing.walk_rights`) prints the rights on the demo data.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kit.lists.bulk import moving
from staffroom_testing.examples import examples_of
from staffroom_testing.fuzz import Fuzz
from staffroom_testing.matrix import Matrix
from staffroom_testing.walk_answers import AnswerWalk
from staffroom_testing.walk_bundles import BundleWalk
from staffroom_testing.walk_fields import FieldWalk
from staffroom_testing.walk_figures import FigureWalk
from staffroom_testing.walk_lists import ListWalk
from staffroom_testing.walk_moves import MoveWalk
from staffroom_testing.walk_readers import ReadersWalk
from staffroom_testing.walk_rights import RightsWalk
from staffroom_testing.walk_rows import RowWalk
from staffroom_testing.walk_schema import SchemaWalk
from staffroom_testing.walk_selections import SelectionWalk
from staffroom_testing.walk_statistics import StatisticWalk
from staffroom_testing.walk_values import ValueWalk
from staffroom_testing.walk_views import ViewWalk


def suite(service: Any, module: str) -> type:
    """Return the test class of `service`; `module` is the file of the test, next to the folders of the rooms."""
    tests = Path(module).parent
    # pytest runs the last base first, and the rights must be computed from data that no test has changed
    figures = (FigureWalk,) if any(one.figures is not None for one in service.lists) else ()
    views = (ViewWalk,) if any(one.views for one in service.lists) else ()
    rows = (SelectionWalk,) if any(moving.moves(one) for one in service.lists) else (RowWalk,)
    bundles = (BundleWalk,) if service.bundles else ()
    statistics = (StatisticWalk,) if service.statistics else ()
    lists = (*figures, *statistics, *views, ListWalk, SchemaWalk, AnswerWalk, *bundles, *rows)
    parts = (ValueWalk, Fuzz, MoveWalk, FieldWalk, Matrix, *lists, ReadersWalk, RightsWalk)
    own = {"service": service, "examples": examples_of(tests), "rights": tests / "rights.md", "__doc__": __doc__}
    return type("TestConformance", parts, own)
