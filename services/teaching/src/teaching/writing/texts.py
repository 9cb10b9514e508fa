"""Warnings about the texts of a slip or a report: names and pronouns of others, copied text, empty phrases, another
language. Pure functions over the words; the `warnings.py` of a room gathers what they are compared with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

AROUND = 40
"""Characters shown on each side of a place."""
SIMILAR = 0.6
"""Trigram similarity from which a text counts as copied; unlike comments of one tutor stay below 0.4."""
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
"""A comment that is no longer than this says nothing where it has an empty phrase."""
_FUNCTION_WORDS = frozenset(
    "a about after all also and are as at be been but by can could did do for from had has have he her his how i if in "
    "into is it its more next no not of on one or our out over she so some than that the their them then there these "
    "they this to up very was we well were what when which who will with work worked would you".split()
)


@dataclass(frozen=True)
class Warned:
    """One warning: its kind, the field, the place with what stands around it, and what is said of it. `copy_of` is the
    record that the text was copied from."""

    kind: str
    field: str
    text: str
    before: str = ""
    match: str = ""
    after: str = ""
    copy_of: int | None = None


@dataclass(frozen=True)
class Earlier:
    """A text of another record: of `about`, who it is about."""

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
    """Warnings about the plain texts of the comments by field. `student` is the name of whom they are about, `others`
    are first names of the tutor's other students. `called` is the kind of record, `subject` what it tells of."""
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


def _at(kind: str, field: str, text: str, start: int, end: int, said: str, copy_of: int | None = None) -> Warned:
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return Warned(kind, field, said, before, text[start:end], after, copy_of)


def _names(field: str, text: str, names: list[str]) -> Iterator[Warned]:
    if names:
        for found in re.finditer(rf"\b({'|'.join(map(re.escape, names))})\b", text):
            yield _at("name", field, text, *found.span(), f"{found[0]} is the name of another student")


def _pronoun(title: str, texts: Iterable[str]) -> str | None:
    """The pronoun of the student: by their title, else the one that the comments use most."""
    known = {"Mr": "he", "Master": "he", "Miss": "she", "Ms": "she", "Mrs": "she"}.get(title)
    counts = {name: sum(len(words.findall(text)) for text in texts) for name, words in _PRONOUNS.items()}
    return known or (max(counts, key=lambda name: counts[name]) if any(counts.values()) else None)


def _pronouns(field: str, text: str, pronoun: str | None) -> Iterator[Warned]:
    for other, words in _PRONOUNS.items():
        if pronoun is not None and other != pronoun:
            for found in words.finditer(text):
                yield _at("pronoun", field, text, *found.span(), f"'{found[0]}', where the student is '{pronoun}'")


def _copied(field: str, text: str, earlier: Iterable[tuple[Earlier, frozenset[str]]], called: str) -> Iterator[Warned]:
    if len(text) < _LEAST_TO_COMPARE:
        return
    mine = trigrams(text)
    alike = ((similarity(mine, theirs), one) for one, theirs in earlier)
    share, likest = max(alike, key=lambda pair: pair[0], default=(0.0, None))
    if likest is None or share < SIMILAR:
        return
    place = SequenceMatcher(None, text, likest.text, autojunk=False).find_longest_match()
    said = f"Copied from an earlier {called} of {likest.about}"
    yield _at("copied", field, text, place.a, place.a + place.size, said, likest.record)


def trigrams(text: str) -> frozenset[str]:
    """The trigrams of the words of a text, as PostgreSQL's pg_trgm makes them."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(padded[at : at + 3] for word in words for padded in (f"  {word} ",) for at in range(len(word) + 1))


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of trigrams that two texts have in common, 0 to 1."""
    together = len(one | other)
    return len(one & other) / together if together else 0.0


def _empty(field: str, text: str, subject: str) -> Iterator[Warned]:
    found = _EMPTY.search(text)
    if found is not None and len(text) <= _SHORT:
        yield _at("empty", field, text, *found.span(), f"This says nothing about {subject}")


def _language(field: str, text: str) -> Iterator[Warned]:
    words = re.findall(r"[^\W\d_]+", text.lower())
    if len(words) >= _LEAST_WORDS and sum(word in _FUNCTION_WORDS for word in words) < _ENGLISH * len(words):
        yield Warned("language", field, "This does not read like English", match=text[:AROUND])
