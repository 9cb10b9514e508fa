"""The rules. Each is a function from the tree to its findings; its docstring states the rule and the reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from staffroom_lint.calls import Function, called, calls_in, remote
from staffroom_lint.documents import check as check_documents
from staffroom_lint.rings import Import, imports_of, rings, rooms
from staffroom_lint.source import File, Finding, Tree
from staffroom_lint.words import check as check_words

Rule = Callable[[Tree], Iterator[Finding]]
RULES: dict[str, Rule] = {}


def findings(tree: Tree) -> list[Finding]:
    """Return all findings without an `allow` comment, in the order of the tree."""
    files = {file.path: file for file in tree.files}
    all_findings = (finding for check in RULES.values() for finding in check(tree))
    remaining = [finding for finding in all_findings if not files[finding.path].allows(finding)]
    return sorted(remaining, key=lambda finding: (str(finding.path), finding.line))


def rule(function: Rule) -> Rule:
    """Register a rule under its name with dashes: `only_db_commits` is `only-db-commits`."""
    RULES[function.__name__.replace("_", "-")] = function
    return function


_MAY_COMMIT = {"kit.database.transactions", "kit.database.migrate"}


@rule
def only_db_commits(tree: Tree) -> Iterator[Finding]:
    """Find commits and rollbacks outside of `kit.database`: a request is one transaction."""
    for file in tree.python:
        if file.is_test or file.module in _MAY_COMMIT or file.path.parts[0] != "services":
            continue
        for node in ast.walk(file.syntax):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in {"commit", "rollback"} and not node.args:
                    yield file.finding(node.lineno, "only-db-commits", f"{node.func.attr}() outside of kit.database")


@rule
def no_service_imports_another(tree: Tree) -> Iterator[Finding]:
    """Find imports of another service: a service asks it over gRPC, or keeps a read model fed by events."""
    for file in tree.python:
        if not file.service:
            continue
        for line, name in file.imports():
            first = name.removeprefix("services.").split(".")[0]
            if first in tree.services and first != file.service:
                yield file.finding(line, "no-service-imports-another", f"{file.service} imports {name}")


_PACKAGES = ("backup", "bench", "deploy", "devstack", "sandbox")
"""Packages at the root of the tree."""


@rule
def rooms_face_one_way(tree: Tree) -> Iterator[Finding]:
    """No import cycle between the rooms of a service or of another package, nor between those of one of its folders:
    each can be read and changed after those it imports. Each `wiring.py` is a room of its own."""
    sources = [file for file in tree.python if not file.is_test]
    services = [
        [file for file in sources if file.service == service and "src" in file.path.parts]
        for service in sorted({*tree.services, "kit"})
    ]
    packages = [[file for file in sources if file.path.parts[0] == package] for package in _PACKAGES]
    for files in (*services, *packages):
        folders: dict[str, list[tuple[Import, str, str]]] = {}
        for entry in imports_of(files):
            folder, importer, imported = rooms(entry.file.module, entry.module)
            folders.setdefault(folder, []).append((entry, importer, imported))
        for folder in sorted(folders):
            yield from _rings(folders[folder])


def _rings(imports: list[tuple[Import, str, str]]) -> Iterator[Finding]:
    """Yield the imports of one folder, each with the rooms it leads from and to, that are part of a cycle."""
    edges: dict[str, set[str]] = {}
    for _, importer, imported in imports:
        edges.setdefault(importer, set()).add(imported)
    for ring in rings(edges):
        for entry, importer, imported in imports:
            if {importer, imported} <= ring:
                text = f"{entry.file.module} imports {entry.module} in the ring {', '.join(sorted(ring))}"
                yield entry.file.finding(entry.line, "rooms-face-one-way", text)


_FRAMEWORKS = {"fastapi", "starlette", "flask", "werkzeug"}


@rule
def frameworks_stay_in_routes(tree: Tree) -> Iterator[Finding]:
    """Only `routes.py` and `kit/http/` import a web framework; rules and commands outlive it."""
    for file in tree.python:
        inside = file.path.name == "routes.py" or file.module.startswith(("kit.http", "staffroom_testing"))
        if not file.service or file.is_test or inside:
            continue
        for line, name in file.imports():
            if name.split(".")[0] in _FRAMEWORKS:
                yield file.finding(line, "frameworks-stay-in-routes", f"{name} imported outside of routes.py")


@rule
def no_remote_call_in_a_transaction(tree: Tree) -> Iterator[Finding]:
    """Find remote calls inside a transaction: they may take seconds, and row locks must not wait for them."""
    files = [file for file in tree.python if file.service and not file.is_test]
    remote_functions = remote(files)
    for file in files:
        for node, where in _transactions(file):
            for call in calls_in(node):
                name = called(file, call)
                if name in remote_functions:
                    yield file.finding(call.lineno, "no-remote-call-in-a-transaction", f"{name} {where}")


def _transactions(file: File) -> Iterator[tuple[ast.AST, str]]:
    """Yield the code that runs inside a transaction: bodies of `with ...transaction(...)`, functions that take a Tx."""
    for node in ast.walk(file.syntax):
        if isinstance(node, ast.With) and any(_opens_transaction(item.context_expr) for item in node.items):
            yield ast.Module(node.body, []), "inside a transaction"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _takes(node, {"Tx"}, {"tx"}):
            yield ast.Module(node.body, []), f"in {node.name}, which is given a transaction"


def _opens_transaction(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "transaction"


def _takes(function: Function, annotations: set[str], names: set[str]) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return any(
        argument.arg in names or (argument.annotation is not None and ast.unparse(argument.annotation) in annotations)
        for argument in arguments
    )


@rule
def queries_take_the_actor(tree: Tree) -> Iterator[Finding]:
    """Find queries without an Actor: a function with a SELECT in `queries.py` takes it, or a Tx that has one."""
    for file in tree.python:
        if file.path.name != "queries.py" or file.is_test:
            continue
        for node in file.syntax.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            queries = _takes(node, {"sa.Connection", "Connection", "Database"}, {"connection", "cursor", "db"})
            if queries and not _takes(node, {"Actor", "Tx"}, {"actor", "tx"}):
                yield file.finding(node.lineno, "queries-take-the-actor", f"{node.name} does not take the actor")


_LONGEST, _LONGEST_SHEET = 450, 700
_CODE = {".py", ".ts", ".tsx", ".js", ".mjs", ".css"}


@rule
def files_stay_short(tree: Tree) -> Iterator[Finding]:
    """Find sources of more than 450 lines and style sheets, which have a line for each declaration, of more than 700.

    Generated files (migrations, types) have no limit.
    """
    for file in tree.files:
        generated = file.path.name.endswith((".d.ts", ".gen.ts", ".generated.ts")) or "migrations" in file.path.parts
        if file.path.suffix in _CODE and not generated:
            lines, most = file.text.count("\n"), _LONGEST_SHEET if file.path.suffix == ".css" else _LONGEST
            if lines > most:
                yield file.finding(most, "files-stay-short", f"{lines} lines, at most {most}")


_REGISTRY = re.compile(r"\b(pypi\.org|pythonhosted\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|npmmirror\.com)\b")
_MACHINE = re.compile(r"(?<![\w.$}~/-])/(?:root|work|home/[a-z][\w-]*|Users/[A-Za-z][\w-]*)/")


@rule
def nothing_of_this_machine(tree: Tree) -> Iterator[Finding]:
    """No address of a package registry and no path of one machine: locks and scripts work everywhere."""
    for file in tree.files:
        if file.service == "lint":
            continue
        for number, line in enumerate(file.text.splitlines(), start=1):
            for what, pattern in (("registry", _REGISTRY), ("machine path", _MACHINE)):
                if match := pattern.search(line):
                    yield file.finding(number, "nothing-of-this-machine", f"{what} {match[0]}")


_DEPENDENCY = re.compile(r'^\s*"[A-Za-z0-9._-]+(\[[a-z0-9,_-]+\])?==[^"*]+(\s*;[^"]+)?",\s+# \S.{2,}$')


@rule
def dependencies_say_why(tree: Tree) -> Iterator[Finding]:
    """Find dependencies that are not pinned on a line of their own with a reason."""
    for file in tree.files:
        if file.path.name != "pyproject.toml":
            continue
        inside = False
        for number, line in enumerate(file.text.splitlines(), start=1):
            if re.match(r"^(dependencies|[a-z]+)\s*=\s*\[\s*$", line) and _lists_dependencies(file, number):
                inside = True
            elif line.strip() == "]":
                inside = False
            elif inside and line.strip() and not line.strip().startswith("#") and not _DEPENDENCY.match(line):
                yield file.finding(number, "dependencies-say-why", f"not pinned, or without a reason: {line.strip()}")


def _lists_dependencies(file: File, number: int) -> bool:
    """True if the list that opens on line `number` is `dependencies`, or in a table of optional or grouped ones."""
    lines = file.text.splitlines()[:number]
    table = next((line.strip() for line in reversed(lines) if line.startswith("[")), "")
    own = lines[-1].split("=")[0].strip() == "dependencies"
    return (table == "[project]" and own) or table in {"[project.optional-dependencies]", "[dependency-groups]"}


_DAY = re.compile(r"%-?d[/.-]%-?m")


@rule
def dates_have_one_formatter(tree: Tree) -> Iterator[Finding]:
    """People read days as DD/MM/YY everywhere, so `kit.values.shown` writes them in texts, mails and papers."""
    for file in tree.python:
        if file.is_test or file.module == "kit.values.shown" or "src" not in file.path.parts:
            continue
        for node in ast.walk(file.syntax):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _DAY.search(node.value):
                yield file.finding(node.lineno, "dates-have-one-formatter", "kit.values.shown writes days for people")


_SWITCH = re.compile(
    r"# (?:ruff: )?noqa\b(?:: ?[A-Z]+\d+(?:, ?[A-Z]+\d+)*)?"
    r"|# fmt: (?:off|skip)\b"
    r"|# type: ignore\b(?:\[[\w, -]*\])?"
    r"|(?:oxlint|eslint)-disable(?:-next-line|-line)?\b(?: [@\w/-]+(?:, ?[@\w/-]+)*)?"
    r"|@ts-(?:expect-error|ignore|nocheck)\b"
)
"""A comment that switches a check or the formatter off, up to its reason."""
_SWITCHED = {".py", ".ts", ".tsx", ".js", ".mjs"}


@rule
def switches_say_why(tree: Tree) -> Iterator[Finding]:
    """Find comments that switch off ruff, mypy, oxlint or tsc without a reason: with it, a reader knows when the switch
    can go. `type: ignore` needs none in tests, which pass what the types forbid."""
    for file in tree.files:
        if file.path.suffix not in _SWITCHED or file.service == "lint":
            continue
        for number, line in enumerate(file.text.splitlines(), start=1):
            for switch in _SWITCH.finditer(line):
                reason = _SWITCH.sub("", line[switch.end() :])
                exempt = file.is_test and switch[0].startswith("# type")
                if not exempt and not re.search(r"\w{3}", reason):
                    yield file.finding(number, "switches-say-why", f"{switch[0]} without a reason")


@rule
def words_of_a_manual(tree: Tree) -> Iterator[Finding]:
    """Texts and names are those of the best manuals: subject first, active verbs, the terms of the field. Lapses from
    before the rule are recorded by file, and their number only falls (`staffroom_lint.words`)."""
    yield from check_words(tree)


@rule
def paths_in_documents_exist(tree: Tree) -> Iterator[Finding]:
    """A reader who follows a link or a path of the documentation arrives (`staffroom_lint.documents`)."""
    yield from check_documents(tree)
