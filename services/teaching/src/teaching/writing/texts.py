"""Warnings about the texts of a slip or a report: names and pronouns of others, copied text, empty phrases, another
language. These are pure functions of the texts; `warnings.py` of a room gathers the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

AROUND = 40
"""Characters of context on each side of a place."""
SIMILAR = 0.6
"""Trigram similarity from which a text counts as copied; different comments of one tutor stay below 0.4."""
_LEAST_TO_COMPARE, _LEAST_WORDS, _ENGLISH = 60, 8, 0.15
_PRONOUNS = {
    "he": re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE),
    "she": re.compile(r"\b(she|her|hers|herself)\b", re.IGNORECASE),
}
_EMPTY = re.compile(
    r"\b(see above|as above|same as (last week|before|above)|as usual|nothing to (report|add)|no comment|n/?a|"
    r"(good|nice|great) (lesson|tutorial|session|work)|keep it up|all (good|fine))\b",
    re.IGNORECASE,
)
_SHORT = 60
"""The length up to which a comment with an empty phrase counts as empty."""
_FUNCTION_WORDS = frozenset(
    "a about after all also and are as at be been but by can could did do for from had has have he her his how i if in "
    "into is it its more next no not of on one or our out over she so some than that the their them then there these "
    "they this to up very was we well were what when which who will with work worked would you".split()
)


@dataclass(frozen=True)
class Warned:
    """A warning: its kind, the field, the place with its context, and a description. `copy_of` is the record that the
    text was copied from."""

    kind: str
    field: str
    text: str
    before: str = ""
    match: str = ""
    after: str = ""
    copy_of: int | None = None

    def answer(self, record: str) -> dict[str, Any]:
        """Return the warning as answered; `record` names the id of the record that the text was copied from."""
        shown = ("kind", "field", "text", "before", "match", "after")
        return {**{name: getattr(self, name) for name in shown}, record: self.copy_of}


@dataclass(frozen=True)
class Earlier:
    """A text of another record; `about` is its subject."""

    record: int
    about: str
    text: str


def check(
    comments: Mapping[str, str],
    student: str,
    title: str,
    others: Iterable[str],
    earlier: Iterable[Earlier],
    *,
    called: str = "slip",
    subject: str = "the tutorial",
) -> list[Warned]:
    """Return warnings about the plain texts of the comments by field. `student` is the name of the student, `others`
    are first names of the tutor's other students. `called` is the kind of record, `subject` its subject."""
    own = set(student.split())
    names = sorted({name for name in others if name not in own and len(name) > 1})
    before = [(one, trigrams(one.text)) for one in earlier]
    return [
        warned
        for field, text in comments.items()
        for warned in (
            *_names(field, text, names),
            *_pronouns(field, text, _pronoun(title, comments.values())),
            *_copied(field, text, before, called),
            *_empty(field, text, subject),
            *_language(field, text),
        )
    ]


def _at(kind: str, field: str, text: str, start: int, end: int, description: str, copy_of: int | None = None) -> Warned:
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return Warned(kind, field, description, before, text[start:end], after, copy_of)


def _names(field: str, text: str, names: list[str]) -> Iterator[Warned]:
    if names:
        for match in re.finditer(rf"\b({'|'.join(map(re.escape, names))})\b", text):
            yield _at("name", field, text, *match.span(), f"{match[0]} is the name of another student")


def _pronoun(title: str, texts: Iterable[str]) -> str | None:
    """Return the pronoun of the student, from their title, else the one that the comments use most."""
    known = {"Mr": "he", "Master": "he", "Miss": "she", "Ms": "she", "Mrs": "she"}.get(title)
    counts = {name: sum(len(pattern.findall(text)) for text in texts) for name, pattern in _PRONOUNS.items()}
    return known or (max(counts, key=lambda name: counts[name]) if any(counts.values()) else None)


def _pronouns(field: str, text: str, pronoun: str | None) -> Iterator[Warned]:
    for other, pattern in _PRONOUNS.items():
        if pronoun is not None and other != pronoun:
            for match in pattern.finditer(text):
                yield _at("pronoun", field, text, *match.span(), f"'{match[0]}', where the student is '{pronoun}'")


def _copied(field: str, text: str, earlier: Iterable[tuple[Earlier, frozenset[str]]], called: str) -> Iterator[Warned]:
    if len(text) < _LEAST_TO_COMPARE:
        return
    mine = trigrams(text)
    alike = ((similarity(mine, theirs), one) for one, theirs in earlier)
    share, likest = max(alike, key=lambda pair: pair[0], default=(0.0, None))
    if likest is None or share < SIMILAR:
        return
    place = SequenceMatcher(None, text, likest.text, autojunk=False).find_longest_match()
    description = f"Copied from an earlier {called} of {likest.about}"
    yield _at("copied", field, text, place.a, place.a + place.size, description, likest.record)


def trigrams(text: str) -> frozenset[str]:
    """Return the trigrams of a text's words, as PostgreSQL's pg_trgm does."""
    tokens = re.findall(r"\w+", text.lower())
    return frozenset(
        padded[at : at + 3] for word in tokens for padded in (f"  {word} ",) for at in range(len(word) + 1)
    )


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of trigrams that two texts have in common, 0 to 1."""
    together = len(one | other)
    return len(one & other) / together if together else 0.0


def _empty(field: str, text: str, subject: str) -> Iterator[Warned]:
    match = _EMPTY.search(text)
    if match is not None and len(text) <= _SHORT:
        yield _at("empty", field, text, *match.span(), f"This says nothing about {subject}")


def _language(field: str, text: str) -> Iterator[Warned]:
    tokens = re.findall(r"[^\W\d_]+", text.lower())
    if len(tokens) >= _LEAST_WORDS and sum(word in _FUNCTION_WORDS for word in tokens) < _ENGLISH * len(tokens):
        yield Warned("language", field, "This does not read like English", match=text[:AROUND])
