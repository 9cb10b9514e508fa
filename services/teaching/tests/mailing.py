"""A file store in memory, for tests that mail PDFs."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from kit import store
from kit.store import Stored


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[int, Stored]:
    """The stored files, by id."""
    kept: dict[int, Stored] = {}
    ids = itertools.count(501)

    def put(source: Any, name: str, media_type: str, *_: Any, **__: Any) -> int:
        number = next(ids)
        kept[number] = Stored(name, media_type, source)
        return number

    monkeypatch.setattr(store, "put", put)
    monkeypatch.setattr(store, "get", lambda number, *_, **__: kept[number])
    monkeypatch.setattr(store, "known", lambda numbers, _: {one: kept[one].name for one in numbers if one in kept})
    monkeypatch.setattr(store, "delete", lambda numbers, _: [kept.pop(one, None) for one in numbers])
    return kept
