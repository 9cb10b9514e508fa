"""Names that are one typo away from what was typed: a letter changed, missing, added, or swapped with the next.

Asked where nothing was found otherwise. The cost is bounded: a name whose first letter is right is looked for among
those of that letter, in the index of names alone; one whose first letter is wrong by the trigrams of the others.
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
"""Letters below which a word is too short to guess its typo, as for the screens of the palette (`finding.ts`)."""
_SHORTEST_WRONG_FIRST = 5
"""Letters below which the others are too few to find a name whose first letter is wrong."""
_MOST = 200
_FOLDED = str.maketrans(ACCENTED, PLAIN)


def near(kind: str, actor: Actor, text: str) -> list[sa.Select[Any]]:
    """Selects of (`id`, `distance`) of persons of a kind in the actor's scope, with one word of `text` mistyped: 200
    of each, the nearest in length first."""
    words = text.split()[:6]
    found = []
    for place, word in enumerate(words):
        key = _key(word)
        if len(key) >= SHORTEST and key.isalpha():
            others = " ".join(words[:place] + words[place + 1 :])
            found += _beside(kind, actor, key, others) if others else _alone(kind, actor, key)
    return found


def patterns(word: str) -> list[str]:
    """Patterns of names that begin as `word` does with one typo behind its first letter."""
    made = []
    for at in range(1, len(word)):
        before, letter, after = word[:at], word[at], word[at + 1 :]
        made += [f"{before}_{after}", f"{before}_{letter}{after}", before + after]
        made += [f"{before}{after[0]}{letter}{after[1:]}"] if after else []
    return [f"{pattern}%" for pattern in dict.fromkeys(made)]


def _first_wrong(word: str) -> list[str]:
    """Parts of names that begin as `word` does, but for a typo in its first letter."""
    if len(word) < _SHORTEST_WRONG_FIRST:
        return []
    return [word[1:], word[1] + word[0] + word[2:]]


def _alone(kind: str, actor: Actor, word: str) -> list[sa.Select[Any]]:
    c = TABLES[kind].c
    made = []
    for key in (c.last_key, c.first_key):
        of_letter = sa.and_(key >= word[0], key < chr(ord(word[0]) + 1), _like(key, patterns(word)))
        made.append(_nearest(kind, actor, key, word, of_letter))
    for part in _first_wrong(word):
        anywhere = plain(c.search).like(sa.literal(containing(part), sa.Text))
        made += [
            _nearest(kind, actor, key, word, anywhere, _begins_wrong(key, word)) for key in (c.last_key, c.first_key)
        ]
    return made


def _beside(kind: str, actor: Actor, word: str, others: str) -> list[sa.Select[Any]]:
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
    """Whether the sort key of a name, which has no accents, is like one of the patterns, apostrophes aside."""
    return sa.func.translate(key, "’‘", "").like(sa.any_(sa.literal(list(any_of), ARRAY(sa.Text))))


def _key(word: str) -> str:
    """`word` as the names sort (`persons.model.sort_key`): letters alone, without accents."""
    letters = unicodedata.normalize("NFKC", word).translate(_FOLDED).lower()
    return "".join(letter for letter in letters if letter.isalnum())
