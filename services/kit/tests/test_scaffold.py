"""`python -m kit new`, run on a copy of the tree: the skeleton is declared, linted and answered."""

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

ROOT = Path(__file__).parents[3]
COPIED = (
    "gateway/ownership.yml", "gateway/dynamic", "services.yml", "pyproject.toml", "services/people/src",
    "services/people/demo", "services/people/tests/examples.py", "web/apps/people/src/area.tsx",
)  # fmt: skip


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that a skeleton is named in."""
    for name in COPIED:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
    for package in (
        "services/kit/src/kit",
        "services/testing/src/staffroom_testing",
    ):  # the linter sorts by what is ours
        (tmp_path / package).mkdir(parents=True)
    return tmp_path


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


def test_a_module_is_declared_served_and_named_wherever_it_must_be(tree: Path) -> None:
    paths, steps = scaffold.new_module(tree, "people", "equipment", "device", "equipment")
    _lint(tree, paths)
    served = _openapi(tree, "people")["paths"]
    assert set(served["/api/v1/equipment"]) == {"get", "post"}
    assert set(served["/api/v1/equipment/{id}"]) == {"get", "put", "delete"}
    assert '"device": {"title": {"accepts"' in (tree / "services/people/tests/examples.py").read_text()
    assert "import enquiries, equipment, exams" in (tree / "services/people/demo/__init__.py").read_text()
    assert "|equipment|" in (tree / "gateway/dynamic/people.yml").read_text()
    people = (tree / "gateway/ownership.yml").read_text().partition("people:")[2].partition("teaching:")[0]
    assert "  - equipment\n" in people
    assert 'list: { path: "/equipment" }' in (tree / "web/apps/people/src/area.tsx").read_text()
    assert any("make revision S=people" in step for step in steps)


def test_a_list_shows_a_table_that_is_there(tree: Path) -> None:
    paths, _ = scaffold.new_list(tree, "people", "places", "closed-places", "location")
    _lint(tree, paths)
    assert set(_openapi(tree, "people")["paths"]["/api/v1/closed-places"]) == {"get"}


def test_a_service_answers_and_takes_modules(tree: Path) -> None:
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
        (("people", "places", "place", "places"), "is there already"),
        (("nowhere", "places", "place", "places"), "There is no service nowhere"),
        (("people", "More", "place", "places"), "please take small letters"),
    ],
)
def test_nothing_is_overwritten_or_made_of_a_bad_name(tree: Path, arguments: tuple[str, ...], text: str) -> None:
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    with pytest.raises(ValueError, match=text):
        scaffold.new_module(tree, *arguments)
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


def test_a_list_of_no_table_is_refused(tree: Path) -> None:
    with pytest.raises(ValueError, match="declares no table nothing"):
        scaffold.new_list(tree, "people", "places", "closed-places", "nothing")
