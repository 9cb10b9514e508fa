"""People who draw on one whiteboard together, through the gateway: the time from a pen to the page of each other
person."""

from __future__ import annotations

import asyncio
import base64
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psycopg
from pycrdt import Array, Doc

from bench.answers import Figure

PEOPLE, STROKES, EVERY = 16, 30, 0.5
"""People on the board, strokes of each, and the seconds between their strokes."""
SHOWN_P99 = 0.100
_SETTLE = 3.0
"""Seconds for the last strokes to arrive."""


def figures(port: int, sign: Callable[..., str], files: str) -> Iterator[Figure]:
    """Measure. `port` is the gateway's, `sign(*roles, sub=)` makes a token, `files` is the database address."""
    base = f"http://127.0.0.1:{port}/api/v1"
    with psycopg.connect(files) as connection:
        rows = connection.execute("SELECT user_id FROM user_name ORDER BY user_id LIMIT %s", (PEOPLE,)).fetchall()
    tokens = [sign("staff", sub=row[0]) for row in rows]
    with httpx.Client(base_url=base, headers=_headers(tokens[0]), timeout=30) as owner:
        created = owner.post("/board", json={"name": "Bench", "background": "plain"}).raise_for_status()
        board = int(created.json()["data"]["id"])
        invited = [{"id": row[0], "level": "draw"} for row in rows[1:]]
        owner.post(f"/board/{board}/members", json={"users": invited}).raise_for_status()
        try:
            seconds = sorted(asyncio.run(_drawn(base, board, tokens)))
        finally:
            owner.delete(f"/board/{board}")
    wanted = len(tokens) * (len(tokens) - 1) * STROKES
    p99 = seconds[int(len(seconds) * 0.99)]
    figures = f"p50 {statistics.median(seconds) * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, {wanted - len(seconds)} lost"
    good = p99 <= SHOWN_P99 and len(seconds) == wanted
    yield Figure(f"{len(tokens)} people draw", figures, f"p99 {SHOWN_P99 * 1000:.0f} ms", good)


async def _drawn(base: str, board: int, tokens: list[str]) -> list[float]:
    """Return the seconds from each stroke to each other page that showed it."""
    sent: dict[int, tuple[int, float]] = {}
    shown: list[tuple[int, int, float]] = []
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as client:
        pages = [asyncio.create_task(_page(client, board, one, who, shown)) for who, one in enumerate(tokens)]
        await asyncio.sleep(_SETTLE)
        await asyncio.gather(*(_pen(client, board, one, who, sent) for who, one in enumerate(tokens)))
        await asyncio.sleep(_SETTLE)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
    return [at - sent[number][1] for who, number, at in shown if number in sent and sent[number][0] != who]


async def _page(
    client: httpx.AsyncClient, board: int, token: str, who: int, shown: list[tuple[int, int, float]]
) -> None:
    async with client.stream("GET", f"/board/{board}/stream", headers=_headers(token)) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data:") and '"updates"' in line:
                now = time.perf_counter()
                shown += [(who, one["number"], now) for one in json.loads(line[5:])["updates"]]


async def _pen(client: httpx.AsyncClient, board: int, token: str, who: int, sent: dict[int, tuple[int, float]]) -> None:
    doc: Doc[Any] = Doc(client_id=who + 1)
    lines: Array[Any] = doc.get("strokes", type=Array)
    await asyncio.sleep(who * EVERY / PEOPLE)
    for stroke in range(STROKES):
        before = doc.get_state()
        lines.append(f"{who}-{stroke}")
        update = base64.b64encode(doc.get_update(before)).decode()
        begun = time.perf_counter()
        answer = await client.post(f"/board/{board}/updates", json={"updates": [update]}, headers=_headers(token))
        sent[answer.raise_for_status().json()["data"]["number"]] = (who, begun)
        await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun)))


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
