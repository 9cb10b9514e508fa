"""The wording of texts and names: no file has more lapses than `services/lint/words.json` records for it.

The record has the lapses from before the rule, by file and kind. A new file has none, and numbers only fall:
`python -m staffroom_lint --record` writes lower ones; `--record-all` also higher ones, for a merge of older work.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from staffroom_lint.source import File, Finding, Tree

RECORD = PurePosixPath("services/lint/words.json")
NAME = "words-of-a-manual"

PHRASES = {
    "amid": "in",
    "anew": "again",
    "lest": "so that no",
    "over there": "in Xero, in the other service",
    "beside it": "next to it",
    "by itself": "automatically, alone",
    "by themselves": "automatically, alone",
    "looked after": "managed",
    "look after": "manage",
    "looks after": "manages",
    "made right": "corrected",
    "lets nobody in": "mode 0700, owner only",
    "not there any more": "no longer exists",
    "nothing in this time": "no events in this period",
    "the time before": "the previous period",
    "is told to the": "has microsecond precision",
    "a page's ways": "the page's routes",
    "in earnest": "in production",
    "held against": "compared with, validated against",
    "made good": "reverted",
    "what is aside": "what is hidden",
    "answers nobody": "does not respond",
    "gone meanwhile": "deleted since",
    "as ever": "as before",
    "in spite of": "despite",
    "stand here": "appear here",
    "as it stands": "as it is now",
    "empty text": "empty string",
    "in sight": "visible",
    "broke off": "was interrupted",
    "for ever": "permanently, without limit",
    "at the moment": "currently",
}
"""Phrases that no manual has, and the words to write instead."""
NAMES = frozenset({"found", "made", "told", "said", "moved", "beside", "held", "along", "few", "words", "letters"})
"""No names for variables, arguments and functions, which are nouns and verbs of the matter."""
RELATIVES = frozenset({"what", "who", "whoever", "whom", "whatever"})
"""No sentence begins with these, unless it is a question."""
NO_VERBS = RELATIVES | {
    "a",
    "all",
    "an",
    "any",
    "as",
    "at",
    "each",
    "every",
    "for",
    "from",
    "how",
    "if",
    "in",
    "it",
    "its",
    "no",
    "nothing",
    "of",
    "on",
    "one",
    "one's",
    "only",
    "that",
    "the",
    "these",
    "they",
    "this",
    "those",
    "to",
    "when",
    "where",
    "which",
    "with",
}
"""A docstring of a function begins with a verb; `True if` is the custom of predicates."""

_PHRASE = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FIRST = re.compile(r"\W*([\w']+)")
_DECLARED = re.compile(r"\b(?:const|let|var|function)\s+(\w+)")
_TEXT_LINE = re.compile(r"^\s*(?://|/?\*+)\s*(.*)$")
_SCRIPTS = {".ts", ".tsx", ".mjs", ".js"}


def check(tree: Tree) -> Iterator[Finding]:
    """Yield the lapses of each file and kind beyond the record, and records that are too high."""
    recorded = read(tree.root)
    findings = lapses(tree.files)
    counts = count(findings)
    for finding in findings:
        kind, path = _kind(finding), str(finding.path)
        limit, present = recorded.get(path, {}).get(kind, 0), counts[path][kind]
        if present > limit:
            excess = f"{present} of its kind here, {limit} recorded" if limit else "of a kind this file has not"
            yield Finding(finding.path, finding.line, NAME, f"{finding.text} ({excess})")
    for path, kinds in recorded.items():
        for kind, limit in kinds.items():
            if counts.get(path, Counter())[kind] < limit:
                text = f"fewer lapses ({kind}) than recorded: run python -m staffroom_lint --record"
                yield Finding(PurePosixPath(path) if path in counts else RECORD, 1, NAME, f"{path}: {text}")


def read(root: Path) -> dict[str, dict[str, int]]:
    """Return the recorded lapses by file and kind; none where the tree has no record."""
    path = root / RECORD
    return dict(json.loads(path.read_text())) if path.exists() else {}


def record(tree: Tree, *, rises: bool) -> None:
    """Write the present lapses; without `rises` none above those recorded."""
    before = read(tree.root)
    after: dict[str, dict[str, int]] = {}
    for path, counts in sorted(count(lapses(tree.files)).items()):
        limits = before.get(path, {})
        kinds = {kind: number if rises else min(number, limits.get(kind, 0)) for kind, number in sorted(counts.items())}
        if kept := {kind: number for kind, number in kinds.items() if number}:
            after[path] = kept
    lines = ",\n".join(f"{json.dumps(path)}: {json.dumps(kinds)}" for path, kinds in after.items())
    (tree.root / RECORD).write_text(f"{{\n{lines}\n}}\n" if lines else "{}\n")


def count(findings: Iterable[Finding]) -> dict[str, Counter[str]]:
    """Return the number of lapses by file and kind."""
    counts: dict[str, Counter[str]] = {}
    for finding in findings:
        counts.setdefault(str(finding.path), Counter())[_kind(finding)] += 1
    return counts


def _kind(finding: Finding) -> str:
    return finding.rule


def lapses(files: Iterable[File]) -> list[Finding]:
    """Return all lapses in code and documents, in the order of the files: phrases, openings, verbs, names."""
    findings = ((file, finding) for file in files if _is_ours(file) for finding in _of(file))
    return [finding for file, finding in findings if not file.allows(replace(finding, rule=NAME))]


def _is_ours(file: File) -> bool:
    generated = file.path.name.endswith((".d.ts", ".gen.ts", ".generated.ts")) or file.path.name == "changelog.md"
    return file.path.suffix in {".py", ".md", *_SCRIPTS} and file.service != "lint" and not generated


def _of(file: File) -> Iterator[Finding]:
    for number, line in enumerate(file.text.splitlines(), start=1):
        for match in _PHRASE.finditer(line):
            yield file.finding(number, "phrases", f"'{match[0]}': write {PHRASES[match[0].lower()]}")
    if file.is_python:
        yield from _of_python(file)
    elif file.path.suffix in _SCRIPTS:
        for number, line in enumerate(file.text.splitlines(), start=1):
            for match in _DECLARED.finditer(line):
                yield from _name(file, number, match[1])
            if comment := _TEXT_LINE.match(line):
                yield from _openings(file, number, comment[1])


def _of_python(file: File) -> Iterator[Finding]:
    for node in ast.walk(file.syntax):
        for name in _names(node):
            yield from _name(file, getattr(node, "lineno", 1), name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_noun(file, node):
            text = ast.get_docstring(node) or ""
            if _first(text) in NO_VERBS:
                yield file.finding(
                    node.body[0].lineno, "verbs", f"begin the docstring of {node.name} with a verb: Return, Send"
                )
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from _openings(file, node.lineno, node.value.value)
    for number, comment in _comments(file):
        yield from _openings(file, number, comment)


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node declares."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name


def _name(file: File, number: int, name: str) -> Iterator[Finding]:
    if name.strip("_") in NAMES:
        yield file.finding(number, "names", f"name {name} for its contents or action: invoice, rows, publish")


def _is_noun(file: File, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """True for a property, a fixture and a test, which are called by nouns, and for private functions."""
    marks = " ".join(ast.unparse(mark) for mark in node.decorator_list)
    return node.name.startswith("_") or file.is_test or "property" in marks or "fixture" in marks


def _openings(file: File, number: int, text: str) -> Iterator[Finding]:
    for sentence in _SENTENCE.findall(text):
        if _first(sentence) in RELATIVES and not sentence.endswith("?"):
            yield file.finding(
                number, "openings", f"a sentence begins with {sentence.split()[0]}: put the subject first"
            )


def _first(text: str) -> str:
    match = _FIRST.match(text)
    return match[1].lower() if match else ""


def _comments(file: File) -> Iterator[tuple[int, str]]:
    """Line and text of each comment; a line that goes on with the one above belongs to it."""
    line, texts = 0, [""]
    for token in tokenize.generate_tokens(io.StringIO(file.text).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != line + len(texts) or not token.line.lstrip().startswith("#"):
            yield line, " ".join(texts)
            line, texts = token.start[0], []
        texts.append(token.string.lstrip("# "))
    yield line, " ".join(texts)
