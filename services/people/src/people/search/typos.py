"""Names that are one typo away from the query: a letter changed, missing, added, or swapped with the next.

Used only if nothing else matches. The cost is bounded. A name with the right first letter is searched among those of
that letter, in the index of names alone. A name with a wrong first letter is searched by the trigrams of the other
letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.searching import containing, plain
from kit.policy import Actor
from people.persons.model import ACCENTED, PLAIN, TABLES
from people.persons.policy import SCOPES
from people.persons.queries import contains_words

SHORTEST = 4
"""Minimum letters of a word to guess its typo, as for the screens of the palette (`finding.ts`)."""
_SHORTEST_WRONG_FIRST = 5
"""Minimum letters after a wrong first one."""
_MOST = 200
_FOLDED = str.maketrans(ACCENTED, PLAIN)


def near(kind: str, actor: Actor, text: str) -> list[sa.Select[Any]]:
    """Return selects of (`id`, `distance`) of persons of a kind in the actor's scope, with one word of `text` mistyped:
    200 each, the nearest in length first."""
    typed = text.split()[:6]
    selects = []
    for place, word in enumerate(typed):
        key = _key(word)
        if len(key) >= SHORTEST and key.isalpha():
            others = " ".join(typed[:place] + typed[place + 1 :])
            selects += _with_others(kind, actor, key, others) if others else _alone(kind, actor, key)
    return selects


def patterns(word: str) -> list[str]:
    """Return patterns of names that begin like `word` with one typo after its first letter."""
    results = []
    for at in range(1, len(word)):
        before, letter, after = word[:at], word[at], word[at + 1 :]
        results += [f"{before}_{after}", f"{before}_{letter}{after}", before + after]
        results += [f"{before}{after[0]}{letter}{after[1:]}"] if after else []
    return [f"{pattern}%" for pattern in dict.fromkeys(results)]


def _first_wrong(word: str) -> list[str]:
    """Return prefixes of names that begin like `word` with a typo in its first letter."""
    if len(word) < _SHORTEST_WRONG_FIRST:
        return []
    return [word[1:], word[1] + word[0] + word[2:]]


def _alone(kind: str, actor: Actor, word: str) -> list[sa.Select[Any]]:
    c = TABLES[kind].c
    selects = []
    for key in (c.last_key, c.first_key):
        of_letter = sa.and_(key >= word[0], key < chr(ord(word[0]) + 1), _like(key, patterns(word)))
        selects.append(_nearest(kind, actor, key, word, of_letter))
    for part in _first_wrong(word):
        anywhere = plain(c.search).like(sa.literal(containing(part), sa.Text))
        selects += [
            _nearest(kind, actor, key, word, anywhere, _begins_wrong(key, word)) for key in (c.last_key, c.first_key)
        ]
    return selects


def _with_others(kind: str, actor: Actor, word: str, others: str) -> list[sa.Select[Any]]:
    c = TABLES[kind].c
    written = contains_words(c.search, others)
    return [
        _nearest(kind, actor, key, word, *written, sa.or_(_like(key, patterns(word)), _begins_wrong(key, word)))
        for key in (c.last_key, c.first_key)
    ]


def _nearest(
    kind: str, actor: Actor, key: sa.ColumnElement[str], word: str, *conditions: sa.ColumnElement[bool]
) -> sa.Select[Any]:
    distance = sa.func.abs(sa.func.char_length(key) - len(word)).label("distance")
    rows = sa.select(TABLES[kind].c.id, distance).where(SCOPES[kind].where(actor), *conditions)
    return sa.select(rows.order_by(distance).limit(_MOST).subquery())


def _begins_wrong(key: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    parts = _first_wrong(word)
    return _like(key, [f"{parts[0]}%", f"_{parts[0]}%", f"{parts[1]}%"] if parts else [])


def _like(key: sa.ColumnElement[str], any_of: Sequence[str]) -> sa.ColumnElement[bool]:
    """Return the condition that the sort key of a name, without accents, matches a pattern, ignoring apostrophes."""
    return sa.func.translate(key, "’‘", "").like(sa.any_(sa.literal(list(any_of), ARRAY(sa.Text))))


def _key(word: str) -> str:
    """Return `word` as names sort (`persons.model.sort_key`): only letters, without accents."""
    folded = unicodedata.normalize("NFKC", word).translate(_FOLDED).lower()
    return "".join(letter for letter in folded if letter.isalnum())
