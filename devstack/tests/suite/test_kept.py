"""Kept results: their marks, which results are kept, and the inputs that parts declare."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from devstack.layout import ROOT, SERVICES
from devstack.suite import kept, parts, reads
from devstack.suite.counting import Count
from devstack.suite.kept import Kept, Part, Tree
from devstack.suite.testing import Suite

SLIPS = Part("slips", ("services/slips/**", "*.toml"), without=("services/slips/docs/**",))
FILES = ("services/slips/a.py", "services/slips/docs/b.md", "services/other/c.py", "x.toml", "deep/y.toml")


@pytest.fixture
def tree(tmp_path: Path) -> Callable[..., Tree]:
    """Makes the tree after writing files: `tree(path=content)`."""
    for path in FILES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)

    def change(path: str = "", content: str = "") -> Tree:
        if path:
            (tmp_path / path).write_text(content)
        return Tree(tmp_path)

    return change


def test_mark_changes_only_with_inputs_of_the_part(tree: Callable[..., Tree]) -> None:
    mark = tree().mark(SLIPS)
    assert tree("services/other/c.py", "changed").mark(SLIPS) == mark
    assert tree("services/slips/docs/b.md", "changed").mark(SLIPS) == mark
    assert tree("deep/y.toml", "changed").mark(SLIPS) == mark
    for path in ("services/slips/a.py", "x.toml"):
        before = tree().mark(SLIPS)
        assert tree(path, "changed").mark(SLIPS) != before
    before = tree().mark(SLIPS)
    added = tree("services/slips/new.py")
    assert added.mark(SLIPS) != before
    (added.root / "services/slips/new.py").unlink()
    assert Tree(added.root).mark(SLIPS) == before
    (added.root / "x.toml").chmod(0o755)
    assert Tree(added.root).mark(SLIPS) != before


def test_new_files_are_inputs_and_ignored_files_are_not(tree: Callable[..., Tree]) -> None:
    root = tree().root
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    (root / ".gitignore").write_text("*.log\n")
    before = Tree(root)
    assert set(before.contents) == {*FILES, ".gitignore"}
    assert tree("services/slips/run.log", "x").mark(SLIPS) == before.mark(SLIPS)
    known = Part("known", ("**",), tracked=True)
    mark = Tree(root).mark(known)
    subprocess.run(["git", "add", "x.toml"], cwd=root, check=True)
    assert Tree(root).mark(known) != mark
    assert Tree(root).mark(SLIPS) == before.mark(SLIPS)


@pytest.mark.parametrize(
    ("name", "matters"), [("STAFFROOM_FUZZ_EXAMPLES", True), ("ALL", True), ("STAFFROOM_TEST_PORT", False)]
)
def test_switches_are_inputs_and_ports_are_not(
    tree: Callable[..., Tree], monkeypatch: pytest.MonkeyPatch, name: str, matters: bool
) -> None:
    kept.machine.cache_clear()
    before = tree().mark(SLIPS)
    monkeypatch.setenv(name, "9991")
    kept.machine.cache_clear()
    assert (tree().mark(SLIPS) != before) == matters
    kept.machine.cache_clear()


def test_pass_is_kept_until_an_input_changes(tree: Callable[..., Tree], tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    first = Kept(file, tree())
    assert first.find(SLIPS) is None
    first.note(SLIPS, Count(12), 3.25)
    again = Kept(file, tree())
    kept_pass = again.find(SLIPS)
    assert kept_pass is not None and kept_pass.count == Count(12) and str(kept_pass).startswith("unchanged since ")
    assert again.seconds == {"slips": 3.2}
    assert Kept(file, tree(), believe=False).find(SLIPS) is None
    assert Kept(file, tree("x.toml", "changed")).find(SLIPS) is None


@pytest.mark.parametrize("count", [Count(11, 1), Count(0, 0, 12), Count()])
def test_failure_is_not_kept_and_removes_the_kept_pass(tree: Callable[..., Tree], tmp_path: Path, count: Count) -> None:
    now = Kept(tmp_path / "kept.json", tree())
    now.note(SLIPS, Count(12), 1)
    now.note(SLIPS, count, 1)
    assert Kept(tmp_path / "kept.json", tree()).find(SLIPS) is None


def test_run_whose_inputs_changed_meanwhile_is_not_kept(tree: Callable[..., Tree], tmp_path: Path) -> None:
    now = Kept(tmp_path / "kept.json", tree())
    assert now.find(SLIPS) is None
    tree("services/slips/a.py", "saved while the tests ran")
    now.note(SLIPS, Count(12), 1)
    assert Kept(tmp_path / "kept.json", tree()).find(SLIPS) is None


def test_pass_expires_after_a_week_and_a_damaged_file_is_ignored(tree: Callable[..., Tree], tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    Kept(file, tree()).note(SLIPS, Count(12), 1)
    written = json.loads(file.read_text())
    written["passes"]["slips"]["at"] -= (kept.MOST_DAYS + 1) * 86_400
    file.write_text(json.dumps(written))
    assert Kept(file, tree()).find(SLIPS) is None
    file.write_text(file.read_text()[:40])
    assert Kept(file, tree()).find(SLIPS) is None


def test_suite_counts_kept_passes_unless_fresh(
    tree: Callable[..., Tree], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("devstack.suite.runner.RESULTS", tmp_path)
    told_by = ("FRESH", "PYTEST_ARGS", "KEEP")
    for name in told_by:
        monkeypatch.delenv(name, raising=False)
    ran = tmp_path / "ran"
    command = [sys.executable, "-c", f"open({str(ran)!r}, 'a').write('x')"]

    def suite() -> Suite:
        return Suite([], tree())

    assert suite().check(SLIPS, command) == Count(1)
    second = suite()
    assert second.check(SLIPS, command) == second.spared == Count(1)
    assert ran.read_text() == "x"
    assert "slips: passed (unchanged since " in capsys.readouterr().out
    for name in told_by:
        with monkeypatch.context() as patch:
            patch.setenv(name, "1")
            suite().check(SLIPS, command)
    assert ran.read_text() == "xxxx"


def test_opened_files_of_a_pytest_run_are_listed(tmp_path: Path) -> None:
    source = tmp_path / "test_one.py"
    source.write_text(
        f"import kit.database.sql\n\ndef test_one():\n    open({str(ROOT / 'docs' / 'finance.md')!r}).close()\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "devstack.suite.reads", "-p", "no:cacheprovider", str(source)]
    listed = tmp_path / "reads.json"
    environment = dict(os.environ) | {reads.VARIABLE: str(listed)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    opened = json.loads(listed.read_text())
    assert "docs/finance.md" in opened
    assert "services/kit/src/kit/database/sql.py" in opened, "also what was already compiled"
    tree = Tree(tmp_path)
    tree.contents = dict.fromkeys(opened, "as it is")
    suite = Suite([], tree)
    one = Part("one", ("services/**", "conftest.py", "pyproject.toml", "devstack/**"))
    assert [path for path in suite.undeclared(one, listed) if not path.startswith(".venv/")] == ["docs/finance.md"]
    assert suite.undeclared(one, tmp_path / "none.json")


def test_every_test_of_the_tree_is_an_input_of_exactly_one_part() -> None:
    names = kept.names(ROOT)
    tests = [path for path in names if path.startswith(("services/", "gateway/", "devstack/"))]
    for path in (path for path in tests if Path(path).match("test_*.py") and "/tests/" in path):
        around = [place for place in parts.places() if place in (ROOT / path).parents]
        mine = [place for place in around if not any(other in (ROOT / path).parents for other in parts.left_out(place))]
        assert len(mine) == 1, path
        assert parts.pytest(mine[0]).reads(path)
    for path in (path for path in names if ".test.ts" in path):
        assert sum(part.name in path and part.reads(path) for part in parts.web_projects()) == 1, path


def test_inputs_of_images_are_inputs_of_container_tests() -> None:
    images, tested = Part("images", parts.DEPLOYED), parts.pytest(ROOT / "deploy" / "tests")
    files = [path for path in kept.names(ROOT) if images.reads(path)]
    assert "devstack/compose/databases.sh" in files
    assert [path for path in files if not tested.reads(path)] == []


ASKED_BY = {"files": ("people", "finance"), "people": ("identity",), "finance": ("identity",)}
"""Services whose tests call a real process of another one; support and files call all."""


@pytest.mark.parametrize("service", SERVICES)
def test_changed_service_reruns_its_tests_and_tests_of_the_whole(service: str) -> None:
    path = f"services/{service}/src/{service}/wiring.py"
    concerned = {part.name for part in map(parts.pytest, parts.places()) if part.reads(path)}
    owners = {service, "support", "files", *ASKED_BY.get(service, ())}
    runs = {f"services/{owner}" for owner in owners}
    runs |= {f"{owner}/{folder}" for owner, folders in parts.APART.items() if owner in runs for folder in folders}
    # A test of the kit reads each wiring, which has to name every room.
    assert concerned == {*runs, "services/kit", "gateway", "devstack", "deploy"}
    assert parts.BROWSER.reads(path) and parts.MYPY.reads(path) and parts.TSC.reads(path)
    assert not parts.BROWSER.reads(f"services/{service}/tests/test_conformance.py")
    kit = "services/kit/src/kit/database/transactions.py"
    assert all(parts.pytest(place).reads(kit) for place in parts.places())
