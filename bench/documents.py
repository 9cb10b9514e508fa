"""Files and tickets over the volume of `make load`, through the gateway: folders, search, lists, figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import psycopg

from bench import answers, load
from bench.answers import Figure
from devstack.layout import Trouble
from services.demo.load import FIRST

FOLDER, SEARCH, MESSAGES, LIST, FIGURES = 0.200, 0.300, 0.200, 0.300, 1.0
_PEOPLE = 4
"""Concurrent readers, who never pause."""


def figures(port: int, sign: Callable[..., str], files: str) -> Iterator[Figure]:
    """Measure in turn. `port` is the gateway's, `sign(*roles, sub=)` makes a token, `files` is the database address."""
    base = f"http://127.0.0.1:{port}/api/v1"
    with psycopg.connect(files) as connection:
        folders = connection.execute(
            "SELECT id, reader_ids[1 + id %% cardinality(reader_ids)] FROM folder WHERE id >= %s AND reader_ids <> '{}'"
            " ORDER BY md5(id::text) LIMIT 300",
            (FIRST,),
        ).fetchall()
    if not folders:
        raise Trouble("There is no library to measure with: run `make load ONLY=files` first.")
    tokens = {user: sign("staff", sub=user) for _, user in folders}
    opened = [load.call(f"{base}/folder/{folder}", tokens[user]) for folder, user in folders]
    yield answers.percentiles("a folder of the library opens", opened, port, FOLDER, people=_PEOPLE, seed=21)
    listed = [
        load.call(f"{base}/library?page=1&pageSize=50&sort={sort}", token)
        for token in tokens.values()
        for sort in ("name", "-modified")
    ]
    yield answers.percentiles("first page of 50,000 documents", listed, port, LIST, people=_PEOPLE, seed=22)
    sought = [
        load.call(f"{base}/library?page=1&pageSize=50&search={word}", token)
        for token in list(tokens.values())[:40]
        for word in _WORDS
    ]
    yield answers.percentiles("search in 50,000 documents", sought, port, SEARCH, people=_PEOPLE, seconds=10, seed=23)
    staff = sign("staff")
    pages = [
        load.call(f"{base}/files?page=1&pageSize=50&sort={sort}{one}", staff)
        for sort in ("-uploadedAt", "name", "size")
        for one in ("", "&contentType=homework", "&extension=png", "&search=nightingale", "&search=titration+4711")
    ]
    yield answers.percentiles("first page of 1,000,000 files", pages, port, LIST, people=_PEOPLE, seed=24)
    yield from _tickets(f"http://127.0.0.1:{port}/api/v2/support/tickets", port, sign("staff", "sysAdmin"), "sysAdmin")
    yield from _tickets(
        f"http://127.0.0.1:{port}/api/v2/support/tickets", port, sign("staff", "techSupport"), "techSupport"
    )


_WORDS = ("nightingale", "titration", "safeguarding+policy", "exam+paper", "record+10960007", "zzyzx", "the")


def _tickets(base: str, port: int, token: str, who: str) -> Iterator[Figure]:
    sought = [load.call(f"{base}?page=1&pageSize=50&search={word}", token) for word in (*_WORDS, "ref+123456")]
    yield answers.percentiles(f"search in 1,000,000 messages, {who}", sought, port, MESSAGES, people=1, seed=25)
    pages = [
        load.call(f"{base}?page=1&pageSize=50&sort={sort}{one}", token)
        for sort in ("-lastMessage", "due", "title", "priority")
        for one in ("", "&status=submitted,inprogress", "&overdue=true", "&type=techSupport&status=resolved")
    ]
    yield answers.percentiles(f"first page of 200,000 tickets, {who}", pages, port, LIST, people=_PEOPLE, seed=26)
    added = [
        load.call(f"{base}/figures?figures={by}", token)
        for by in ("level,type", "firstAnswer", "age", "responsibleStaff,status", "rating", "date")
    ]
    yield answers.percentiles(f"figures of 200,000 tickets, {who}", added, port, FIGURES, people=1, seed=27)
