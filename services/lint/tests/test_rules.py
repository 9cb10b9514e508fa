"""Each rule finds what breaks it and lets through what keeps it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from staffroom_lint.__main__ import main
from staffroom_lint.rules import RULES
from staffroom_lint.source import Tree

PEOPLE = "services/people/src/people"
KIT = "services/kit/src/kit"
FILES = "services/files/src/files"

CASES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "dates-have-one-formatter": (
        {f"{PEOPLE}/notices.py": "def f(day):\n    return f'{day:%d/%m/%Y}'\n"},
        {
            f"{KIT}/values/shown.py": "def f(day):\n    return day.strftime('%d/%m/%y')\n",
            f"{PEOPLE}/a.py": "def f(day):\n    return f'{day:%Y-%m-%d}'\n",
            "services/people/tests/test_a.py": "TODAY = f'{day:%d/%m/%y}'\n",
        },
    ),
    "switches-say-why": (
        {
            f"{PEOPLE}/a.py": "x = eval(y)  # noqa: S307\n",
            f"{PEOPLE}/b.py": "x = y  # type: ignore[assignment]\n",
            "services/people/tests/test_a.py": "# fmt: off\nA = 1\n# fmt: on\n",
            f"{PEOPLE}/c.py": "# ruff: noqa: S608, S311\n",
            "web/a.ts": "f(); // oxlint-disable-line no-console, no-void\n",
            "web/b.tsx": "// @ts-expect-error\nf();\n",
        },
        {
            f"{PEOPLE}/a.py": "# ruff: noqa: S608 - of constants\nx = eval(y)  # noqa: S307, S311  a constant\n",
            f"{PEOPLE}/b.py": "x = y  # type: ignore[assignment]  # as Flask wraps\n",
            "services/people/tests/test_a.py": "x = f(1)  # type: ignore[arg-type]\n",
            "web/a.ts": "f(); // oxlint-disable-line no-console -- for the operator\n",
            "web/b.tsx": "// @ts-expect-error the package has no types\nf();\n",
        },
    ),
    "words-of-a-manual": (
        {
            f"{PEOPLE}/texts.py": '"""What is not there any more."""\n',
            f"{PEOPLE}/verbs.py": 'def rows():\n    """The rows."""\n',
            f"{PEOPLE}/names.py": "# Told anew.\nfound = 1\n",
            "web/a.ts": "// Who asks.\nconst told = 1;\n",
        },
        {
            f"{PEOPLE}/texts.py": '"""What comes next? No longer there. True that. What is it?"""\n',
            f"{PEOPLE}/verbs.py": 'def rows():\n    """Return rows."""\n@property\ndef name():\n    """The name."""\n',
            f"{PEOPLE}/names.py": "founded = told_of = 1\nx = y(found=2)\n",
            f"{PEOPLE}/allowed.py": "words = 1  # allow words-of-a-manual: words of a search\n",
            "services/people/tests/test_a.py": 'def rows():\n    """The rows."""\n',
            "services/lint/a.py": "found = 1\n",
        },
    ),
    "paths-in-documents-exist": (
        {
            "docs/links.md": "See [tables](tables.md).\n",
            "docs/anchors.md": "# Anchors\n[Rates](#rates)\n",
            "docs/paths.md": "The rule is in `slips/policy.py`.\n",
            "docs/folders.md": "Read `services/slips/`.\n",
            "docs/pages.md": "Lists (docs/lists.md) have filters.\n",
        },
        {
            "docs/a.md": "# Rates of pay\n[b](b.md#pay), [c](#rates-of-pay), [d](https://example.org), [e](../docs)\n",
            "docs/b.md": "## Pay\n`people/a.py`, `services/<service>/src/`, `/slips/{id}.ics`, docs/a.md, `secrets/`\n",
            "docs/c.md": "```\nnew/file.py\n[x](gone.md)\n```\n",
            f"{PEOPLE}/a.py": "A = 1\n",
        },
    ),
    "only-db-commits": (
        {f"{PEOPLE}/commands.py": "def f(c):\n    c.commit()\n"},
        {f"{KIT}/database/transactions.py": "def f(c):\n    c.commit()\n", f"{PEOPLE}/a.py": "commit = 1\n"},
    ),
    "no-service-imports-another": (
        {
            f"{PEOPLE}/a.py": "def f():\n    from finance.invoices import model\n",
            "services/finance/demo/a.py": "from services.people.demo import persons\n",
            "services/finance/src/finance/b.py": "",
        },
        {
            f"{PEOPLE}/a.py": "import people.b\nfrom kit import db\n",
            "services/finance/demo/a.py": "from services.finance.demo import b\nfrom services.demo import exams\n",
            "services/finance/src/finance/b.py": "",
        },
    ),
    "rooms-face-one-way": (
        {
            f"{FILES}/documents/rules.py": "from files.avatars import model\n",
            f"{FILES}/avatars/rules.py": "def f():\n    from files.events import CHANGED\n",
            f"{FILES}/avatars/model.py": "",
            f"{FILES}/events.py": "if TYPE_CHECKING:\n    from files.documents.model import document\n",
            f"{FILES}/documents/model.py": "",
        },
        {
            f"{FILES}/documents/rules.py": "from files.documents.model import document\nfrom files.events import A\n",
            f"{FILES}/documents/model.py": "import files.events\n",
            f"{FILES}/events.py": "import sqlalchemy\n",
            f"{FILES}/wiring.py": "from files import events\nfrom files.documents import model, rules\n",
            f"{FILES}/documents/wiring.py": "from files.page import routes\n",
            f"{FILES}/page/routes.py": "from files.documents import rules\n",
            "services/files/tests/test_a.py": "from files.documents import rules\n",
        },
    ),
    "frameworks-stay-in-routes": (
        {f"{PEOPLE}/commands.py": "from fastapi import Depends\n"},
        {
            f"{PEOPLE}/routes.py": "from fastapi import Depends\n",
            f"{KIT}/http/flask.py": "import flask\n",
            "services/people/tests/test_a.py": "import starlette\n",
        },
    ),
    "no-remote-call-in-a-transaction": (
        {
            f"{PEOPLE}/names.py": "from kit import rpc\ndef name(i):\n    return rpc.call(1, i)\n",
            f"{PEOPLE}/commands.py": """
                from people import names
                def change(db, actor):
                    with db.transaction(actor) as tx:
                        tx.execute(names.name(1))
            """,
        },
        {
            f"{PEOPLE}/names.py": "from kit import rpc\ndef name(i):\n    return rpc.call(1, i)\n",
            f"{PEOPLE}/commands.py": """
                from people import names
                def change(db, actor):
                    name = names.name(1)
                    with db.transaction(actor) as tx:
                        tx.after_commit(lambda: names.name(2))
            """,
        },
    ),
    "queries-take-the-actor": (
        {f"{PEOPLE}/queries.py": "def persons(connection):\n    pass\n"},
        {
            f"{PEOPLE}/queries.py": "def persons(connection, actor):\n    pass\ndef shape(row):\n    pass\n",
            f"{PEOPLE}/other.py": "def persons(connection):\n    pass\n",
        },
    ),
    "files-stay-short": (
        {f"{PEOPLE}/long.py": "x = 1\n" * 451},
        {f"{PEOPLE}/long.py": "x = 1\n" * 450, "data.json": "1\n" * 900},
    ),
    "nothing-of-this-machine": (
        {"package-lock.json": '{"resolved": "https://registry.' + 'npmjs.org/a"}\n'},
        {"a.py": 'path = f"{home}/ro' + 'ot/x"\nother = "/api/wo' + 'rk/x"\n'},
    ),
    "dependencies-say-why": (
        {"services/people/pyproject.toml": '[project]\ndependencies = [\n    "httpx>=0.28",  # calls\n]\n'},
        {
            "services/people/pyproject.toml": """
                [project]
                keywords = [
                    "none",
                ]
                dependencies = [
                    "psycopg[binary,pool]==3.3.9",  # PostgreSQL driver
                ]
            """
        },
    ),
}


def tree(folder: Path, files: dict[str, str]) -> Path:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    return folder


@pytest.mark.parametrize("name", sorted(RULES))
def test_rule(tmp_path: Path, name: str) -> None:
    bad, good = CASES[name]
    found = {finding.rule for finding in RULES[name](Tree(tree(tmp_path / "bad", bad)))}
    assert found == {name}
    assert list(RULES[name](Tree(tree(tmp_path / "good", good)))) == []


@pytest.mark.parametrize(
    "body",
    [
        "def f(tx):\n    rpc.call(1, 2)\n",
        "def f(one: Tx):\n    if one:\n        rpc.call(1, 2)\n",
        "def f(db):\n    with open('x'), db.transaction(1):\n        call(1, 2)\n",
        "def g():\n    return [call(1, 2)]\ndef f(tx):\n    return g()\n",
    ],
)
def test_remote_calls_are_found_however_they_are_made(tmp_path: Path, body: str) -> None:
    source = "from kit import rpc\nfrom kit.rpc import call\n" + body
    files = {f"{PEOPLE}/a.py": source}
    assert len(list(RULES["no-remote-call-in-a-transaction"](Tree(tree(tmp_path, files))))) == 1


def test_a_ring_is_named_with_each_import_in_it(tmp_path: Path) -> None:
    files = {
        f"{FILES}/a/one.py": "\nfrom files.b.one import x\n",
        f"{FILES}/b/one.py": "from files import c\n",
        f"{FILES}/b/two.py": "from files.a.one import y\n",
        f"{FILES}/c.py": "import files.d\n",
        f"{FILES}/d/__init__.py": "",
    }
    found = [str(finding) for finding in RULES["rooms-face-one-way"](Tree(tree(tmp_path, files)))]
    assert found == [
        f"{FILES}/a/one.py:2: rooms-face-one-way: files.a.one imports files.b.one in the ring files.a, files.b",
        f"{FILES}/b/two.py:1: rooms-face-one-way: files.b.two imports files.a.one in the ring files.a, files.b",
    ]


def test_files_of_one_room_form_a_ring(tmp_path: Path) -> None:
    files = {
        f"{FILES}/a/one.py": "from files.a.two import x\n",
        f"{FILES}/a/two.py": "def f():\n    from files.a import three\n",
        f"{FILES}/a/three.py": "from files.a import one\n",
    }
    assert len(list(RULES["rooms-face-one-way"](Tree(tree(tmp_path, files))))) == 3


def test_rooms_within_a_room_face_one_way(tmp_path: Path) -> None:
    files = {
        f"{FILES}/a/__init__.py": "from files.a.inner.one import x\n",
        f"{FILES}/a/inner/one.py": "from files.a.other import two\n",
        f"{FILES}/a/other/two.py": "from files.a.three import x\n",
        f"{FILES}/a/other/four.py": "from files.a.inner import one\n",
        f"{FILES}/a/three.py": "from files.b import x\n",
        f"{FILES}/b.py": "",
    }
    text = "rooms-face-one-way: {} imports {} in the ring files.a.inner, files.a.other"
    assert [str(finding) for finding in RULES["rooms-face-one-way"](Tree(tree(tmp_path, files)))] == [
        f"{FILES}/a/inner/one.py:1: {text.format('files.a.inner.one', 'files.a.other.two')}",
        f"{FILES}/a/other/four.py:1: {text.format('files.a.other.four', 'files.a.inner.one')}",
    ]


def test_files_of_an_entangled_area_face_one_way(tmp_path: Path) -> None:
    exams = f"{PEOPLE}/exams"
    files = {
        f"{exams}/entries/model.py": "",
        f"{exams}/entries/rules.py": "from people.exams.roster.model import hour\n",
        f"{exams}/roster/model.py": "from people.exams.entries import model\n",
        f"{exams}/roster/rules.py": "from people.exams.entries import rules\n",
    }
    assert list(RULES["rooms-face-one-way"](Tree(tree(tmp_path, files)))) == []
    files[f"{exams}/entries/rules.py"] = "from people.exams.roster.rules import hour\n"
    assert len(list(RULES["rooms-face-one-way"](Tree(tree(tmp_path, files))))) == 2


def test_rings_outside_of_services_are_refused(tmp_path: Path) -> None:
    files = {
        "devstack/run/control.py": "from devstack.stack import components\n",
        "devstack/stack/components.py": "def f():\n    from devstack.run.control import start\n",
        "devstack/stack/keys.py": "from devstack import layout\n",
        "devstack/layout.py": "import yaml\n",
        "devstack/tests/test_control.py": "from devstack.run import control\n",
        "backup/a.py": "from backup import b\n",
        "backup/b.py": "from backup.a import x\n",
    }
    findings = [str(finding) for finding in RULES["rooms-face-one-way"](Tree(tree(tmp_path, files)))]
    text = "rooms-face-one-way: {} imports {} in the ring {}, {}"
    rooms, pair = ("devstack.run", "devstack.stack"), ("backup.a", "backup.b")
    assert findings == [
        f"backup/a.py:1: {text.format(*pair, *pair)}",
        f"backup/b.py:1: {text.format(*reversed(pair), *pair)}",
        f"devstack/run/control.py:1: {text.format('devstack.run.control', 'devstack.stack.components', *rooms)}",
        f"devstack/stack/components.py:2: {text.format('devstack.stack.components', 'devstack.run.control', *rooms)}",
    ]


def test_the_command_names_the_place_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tree(tmp_path, {f"{PEOPLE}/commands.py": "\n\ndef f(c):\n    c.rollback()\n"})
    assert main([str(folder)]) == 1
    assert f"{PEOPLE}/commands.py:4: only-db-commits" in capsys.readouterr().out
    (folder / PEOPLE / "commands.py").write_text("")
    assert main([str(folder)]) == 0
    (folder / PEOPLE / "commands.py").write_text("c.commit()  # allow only-db-commits: shows how it is done\n")
    assert main([str(folder)]) == 0
    (folder / PEOPLE / "commands.py").write_text("c.commit()  # allow only-db-commits:\n")
    assert main([str(folder)]) == 1
