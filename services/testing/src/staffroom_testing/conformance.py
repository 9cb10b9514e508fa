"""Conformance tests: every declaration of a service is checked over HTTP, on the demo data.

A service's `tests/test_conformance.py` is::

    from staffroom_testing.conformance import suite
    from support.wiring import service

    TestConformance = suite(service, __file__)

`tests/examples.py` beside it holds the examples; a declaration without one fails::

    FIELDS = {"<field set>": {"<field>": {"accepts": [raw, ...], "refuses": [raw, ...], "record": id?, "as": account?}}}
    MOVES = {"<workflow>": {"<move>": {"body": {...}, "record": id?, "prefers": id?}}}
    LISTS = {"<list>": {"filters": {"<filter>": "value"}, "path": {"<parameter>": "value"}, "record": "/thing/{id}"?}}

What a call answers is stated on the route (`answers=`) or told from the declaration, and every answer of every test is
held against the OpenAPI document. Read-only fields need no example, the field that holds a workflow's state is held to
its moves, and a filter that fills from the path takes its value there; `record` is the call of a row's record that no
field set declares. Who may what on the demo data is printed in
`tests/rights.md` (`staffroom_testing.walk_rights`).
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from kit.lists import moving
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
from staffroom_testing.walk_values import ValueWalk
from staffroom_testing.walk_views import ViewWalk


def suite(service: Any, module: str) -> type:
    """The test class of `service`; `module` is the file of the test, with examples.py next to it, and the examples of
    single rooms in `examples_<room>.py`."""
    path = Path(module).with_name("examples.py")
    examples = _loaded(service.name, path)
    for room in sorted(path.parent.glob("examples_*.py")):
        for name, value in vars(_loaded(service.name, room)).items():
            if name.isupper() and not name.startswith("_") and isinstance(value, dict):
                setattr(examples, name, {**getattr(examples, name, {}), **value})
    # pytest runs the last base first, and rights are read off data that no test has changed
    figures = (FigureWalk,) if any(one.figures is not None for one in service.lists) else ()
    views = (ViewWalk,) if any(one.views for one in service.lists) else ()
    rows = (SelectionWalk,) if any(moving.moves(one) for one in service.lists) else (RowWalk,)
    bundles = (BundleWalk,) if service.bundles else ()
    lists = (*figures, *views, ListWalk, SchemaWalk, AnswerWalk, *bundles, *rows)
    parts = (ValueWalk, Fuzz, MoveWalk, FieldWalk, Matrix, *lists, ReadersWalk, RightsWalk)
    own = {"service": service, "examples": examples, "rights": path.with_name("rights.md"), "__doc__": __doc__}
    return type("TestConformance", parts, own)


def _loaded(service: str, path: Path) -> Any:
    """The module of examples at `path`."""
    spec = importlib.util.spec_from_file_location(f"{service}_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
