"""The record of lapses in words: a file has no more than it, and its numbers only fall."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from staffroom_lint.__main__ import main
from staffroom_lint.source import Tree
from staffroom_lint.words import RECORD, lapses, read

OLD = "services/people/src/people/old.py"
NEW = "services/people/src/people/new.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree without commits, with a file of two lapses from before the rule."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    write(tmp_path, OLD, "found = 1\nmade = 2\n")
    (tmp_path / RECORD).parent.mkdir(parents=True)
    assert main(["--record-all", str(tmp_path)]) == 0
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_phrase_is_reported_with_its_replacement(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, NEW, "# Lest it fails.\n")
    assert main([str(root)]) == 1
    assert "'Lest': write so that no" in capsys.readouterr().out


def test_recorded_lapses_are_accepted_without_history(root: Path) -> None:
    assert read(root) == {OLD: {"names": 2}}
    assert main([str(root)]) == 0


def test_further_lapse_in_an_old_file_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, OLD, "found = 1\nmade = 2\ntold = 3\n")
    assert main([str(root)]) == 1
    text = "name told for its contents or action: invoice, rows, publish (3 of its kind here, 2 recorded)"
    assert f"{OLD}:3: words-of-a-manual: {text}" in capsys.readouterr().out


def test_lapse_of_another_kind_is_refused(root: Path) -> None:
    write(root, OLD, "found = 1  # What is new.\n")
    assert main([str(root)]) == 1


def test_lapse_in_a_new_file_is_refused_and_not_recorded(root: Path) -> None:
    write(root, NEW, "found = 1\n")
    assert main([str(root)]) == 1
    assert main(["--record", str(root)]) == 1
    assert read(root) == {OLD: {"names": 2}}
    assert main(["--record-all", str(root)]) == 0


def test_number_that_fell_is_recorded_and_does_not_rise_again(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(root, OLD, "made = 2\n")
    assert main([str(root)]) == 1
    assert "run python -m staffroom_lint --record" in capsys.readouterr().out
    assert main(["--record", str(root)]) == 0
    write(root, OLD, "found = 1\nmade = 2\n")
    assert main([str(root)]) == 1


def test_removed_file_leaves_the_record(root: Path) -> None:
    (root / OLD).unlink()
    assert main([str(root)]) == 1
    assert main(["--record", str(root)]) == 0
    assert json.loads((root / RECORD).read_text()) == {}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ('"""Rows of the list. Who asks is checked before."""\n', ["openings"]),
        ("# What else? Nothing.\n", []),
        ("# The rows of a list,\n# What follows.\n", []),
        ('def rows(held):\n    """Whether.\n\n    What is new.\n    """\n', ["names", "openings"]),
        ('def rows():\n    """One row."""\ndef _rows():\n    """One row."""\n', ["verbs"]),
        ("class Told:\n    few: int = 1\n", ["names"]),
        ("text = 'It goes by itself, over there.'\n", ["phrases", "phrases"]),
        ("# As it runs in earnest.\n", ["phrases"]),
    ],
)
def test_lapses_of_python(root: Path, text: str, kinds: list[str]) -> None:
    write(root, NEW, text)
    assert sorted(one.rule for one in lapses(Tree(root).files) if str(one.path) == NEW) == kinds


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("web/a.tsx", "  /** What it shows. */\n  const rows = made;\n", ["openings"]),
        ("web/a.ts", "function said() {}\nlet text = 'looked after';\n", ["names", "phrases"]),
        ("web/api.gen.ts", "const said = 1;\n", []),
        ("docs/a.md", "Lest it waits amid rows.\n", ["phrases", "phrases"]),
        ("docs/changelog.md", "Anew.\n", []),
    ],
)
def test_lapses_of_scripts_and_documents(root: Path, name: str, text: str, kinds: list[str]) -> None:
    write(root, name, text)
    assert sorted(one.rule for one in lapses(Tree(root).files) if str(one.path) == name) == kinds
