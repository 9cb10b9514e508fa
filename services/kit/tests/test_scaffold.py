"""`python -m kit new`, run on a copy of the tree: the skeleton is declared, passes the lint and is served."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kit import scaffold
from kit.scaffold import insertion

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree without services, with the files in which they are registered."""
    (tmp_path / "services.yml").write_text("people:\n  purpose: people\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in ("kit/src/kit", "testing/src/staffroom_testing", "demo"):  # the linter sorts by our own packages
        (tmp_path / "services" / package).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def library(tree: Path) -> Path:
    """The tree with a service `library` and its books."""
    scaffold.new_service(tree, "library", "what is lent out")
    scaffold.new_module(tree, "library", "books", "book", "library/books")
    return tree


def _openapi(tree: Path, service: str) -> dict[str, Any]:
    path = os.pathsep.join([str(tree / "services" / service / "src"), *sys.path])
    command = [sys.executable, "-m", "kit", "openapi", service]
    printed = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}, check=False
    )
    assert printed.returncode == 0, printed.stderr
    return dict(json.loads(printed.stdout))


def _lint(tree: Path, paths: list[Path]) -> None:
    scaffold.tidy(tree, paths)
    python = [str(path) for path in paths if path.suffix == ".py"]
    for step in ("check", "format --check"):
        command = [sys.executable, "-m", "ruff", *step.split(), "--no-cache", *python]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tree, check=False)
        assert done.returncode == 0, done.stdout


def test_module_is_declared_served_and_registered(library: Path) -> None:
    wiring = library / "services/library/src/library/wiring.py"
    _lint(library, [wiring])
    before = wiring.read_text()
    paths, steps = scaffold.new_module(library, "library", "atlases", "atlas", "atlases")
    _lint(library, paths)
    served = _openapi(library, "library")["paths"]
    assert set(served["/api/v1/atlases"]) == {"get", "post"}
    assert set(served["/api/v1/atlases/{id}"]) == {"get", "put", "delete"}
    assert wiring.read_text() == before.replace('        "books",\n', '        "books",\n        "atlases",\n')
    assert '"atlas": {"title": {"accepts"' in (library / "services/library/tests/atlases/examples.py").read_text()
    assert "import atlases, books" in (library / "services/library/demo/__init__.py").read_text()
    assert any("devstack gateway" in step for step in steps)
    assert 'list: { path: "/atlases" }' in (library / "web/apps/library/src/atlases/room.ts").read_text()
    area = (library / "web/apps/library/src/area.tsx").read_text()
    assert 'import { atlases } from "./atlases/room";' in area and "gatherRooms([books, atlases])" in area
    assert any("make revision S=library" in step for step in steps)


def test_list_shows_an_existing_table(library: Path) -> None:
    paths, _ = scaffold.new_list(library, "library", "books", "lent-books", "book")
    _lint(library, paths)
    assert set(_openapi(library, "library")["paths"]["/api/v1/lent-books"]) == {"get"}
    assert "lists=(*LISTS, LENT_BOOKS)" in (library / "services/library/src/library/books/module.py").read_text()
    assert '"lentBooks": {"filters"' in (library / "services/library/tests/books/examples.py").read_text()


@pytest.mark.parametrize(
    ("gathered", "now"),
    [("[]", "[maps]"), ("[a, b]", "[a, b, maps]"), ("[\n    a,\n    b,\n  ]", "[\n    a,\n    b,\n    maps,\n  ]")],
)
def test_area_gathers_the_room_of_a_module(tmp_path: Path, gathered: str, now: str) -> None:
    path = tmp_path / "area.tsx"
    path.write_text(
        f'import {{ a }} from "./a/room";\n\nexport default defineArea({{ ...gatherRooms({gathered}) }});\n'
    )
    insertion.gather_room(path, "maps", "maps")
    assert f"gatherRooms({now})" in path.read_text()
    assert path.read_text().splitlines()[1] == 'import { maps } from "./maps/room";'


@pytest.mark.parametrize(
    ("module", "now"),
    [
        ("MODULE = Module()\n", "MODULE = Module(lists=(B,))\n"),
        ("MODULE = Module(routes=(routes,))\n", "MODULE = Module(routes=(routes,), lists=(B,))\n"),
        ("MODULE = Module(\n    routes=R,\n)\n", "MODULE = Module(\n    routes=R,lists=(B,))\n"),
        ("MODULE = Module(lists=LISTS, uses=USES)\n", "MODULE = Module(lists=(*LISTS, B), uses=USES)\n"),
        ("MODULE = Module(lists=(A,))\n", "MODULE = Module(lists=(A, B,))\n"),
    ],
)
def test_list_is_registered_however_its_module_names_lists(tmp_path: Path, module: str, now: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(module)
    insertion.add_argument(path, "Module", "lists", "B")
    assert path.read_text() == now


def test_service_answers_and_takes_modules(tree: Path) -> None:
    paths, _ = scaffold.new_service(tree, "library", "what is lent out")
    more, _ = scaffold.new_module(tree, "library", "books", "book", "library/books")
    _lint(tree, [*paths, *more])
    assert "/api/v1/library/books" in _openapi(tree, "library")["paths"]
    assert (tree / "services.yml").read_text().endswith('library:\n  purpose: "what is lent out"\n  reads: []\n')
    table = (tree / "gateway/dynamic/library.yml").read_text()
    assert "PathRegexp(`^/api/v[12]/(library)(/|$)`)" in table and '(env "LIBRARY_URL")' in table


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("library", "books", "book", "books"), "already exists"),
        (("nowhere", "books", "book", "books"), "There is no service nowhere"),
        (("library", "More", "book", "books"), "please take small letters"),
    ],
)
def test_existing_files_and_invalid_names_are_refused(library: Path, arguments: tuple[str, ...], text: str) -> None:
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match=text):
        scaffold.new_module(library, *arguments)
    assert {path: path.read_bytes() for path in library.rglob("*") if path.is_file()} == before


def test_list_without_a_table_is_refused(library: Path) -> None:
    with pytest.raises(ValueError, match="declares no table nothing"):
        scaffold.new_list(library, "library", "books", "lent-books", "nothing")
