"""Invoices through the gateway: opening one, saving a field, statistics, export, print, sending."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from bench import answers, load
from bench.answers import Figure
from devstack.layout import Trouble

EXPORTED, PRINTED, SENT = 100_000, 1_000, 1_000
SAVE_P99, EXPORT_SECONDS, PRINT_SECONDS, STATISTICS_SECONDS = 0.100, 15.0, 60.0, 1.0


def figures(base: str, token: str, ids: list[int], editable: list[int], sendable: list[int]) -> Iterator[Figure]:
    """Measure in turn. `base` is the gateway's address. `editable` are invoices whose header may change; of `sendable`
    a mail changes only the time of sending."""
    port = int(base.rpartition(":")[2])
    opened = [load.call(f"{base}/api/v1/invoice/{record}", token) for record in ids]
    yield answers.percentiles("editor opens, 16 people", opened, port, None, seed=3)
    saved = [
        load.call(f"{base}/api/v1/invoice/{record}", token, "PUT", b'{"field": "line3", "newValue": "%d"}' % number)
        for number, record in enumerate(editable)
    ]
    # People save one field after another without hammering: this is the rate of an office of hundreds.
    yield answers.percentiles("a field is saved", saved, port, SAVE_P99, people=4, seed=4)
    with httpx.Client(base_url=f"{base}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=120) as client:
        yield _statistics(client)
        yield _export(client)
        yield _print(client, ids)
        yield _send(client, sendable)


def _statistics(client: httpx.Client) -> Figure:
    times = []
    for query in ({}, {"currency": "GBP"}, {"orgId": "1"}, {"billingYear": "2526"}):
        begun = time.monotonic()
        client.get("/invoices/statistics", params=query).raise_for_status()
        times.append(time.monotonic() - begun)
    return Figure(
        "statistics over all",
        f"{times[0] * 1000:.0f} ms, slowest of 4 {max(times) * 1000:.0f} ms",
        f"{STATISTICS_SECONDS:.0f} s",
        max(times) <= STATISTICS_SECONDS,
    )


def _export(client: httpx.Client) -> Figure:
    """Export the whole list as a spreadsheet; the time is scaled down to 100,000 rows."""
    seconds, result = _job(client, "/invoices/export", {"format": "xlsx"})
    rows = int(result["rows"])
    share = seconds * EXPORTED / rows
    measured = f"{rows:,} in {seconds:.1f} s, so {share:.1f} s"
    return Figure("export of 100,000 invoices", measured, f"{EXPORT_SECONDS:.0f} s", share <= EXPORT_SECONDS)


def _print(client: httpx.Client, ids: list[int]) -> Figure:
    seconds, _ = _job(client, "/invoices/print", {"ids": ids[:PRINTED]})
    return Figure(
        f"{len(ids[:PRINTED]):,} invoices as PDF",
        f"{seconds:.1f} s",
        f"{PRINT_SECONDS:.0f} s",
        seconds <= PRINT_SECONDS,
    )


def _send(client: httpx.Client, ids: list[int]) -> Figure:
    """Draw, store, mail and log each invoice; this has no target."""
    seconds, result = _job(client, "/invoices/send", {"ids": ids[:SENT], "again": True})
    sent = int(result["sent"])
    if not sent or result["failed"] or result["unknown"]:
        raise Trouble(f"Of {len(ids[:SENT]):,} invoices {sent:,} were sent, {result['failed']:,} failed.")
    measured = f"{sent:,} in {seconds:.1f} s, so {seconds * SENT / sent:.1f} s"
    return Figure(f"{SENT:,} invoices sent by e-mail", measured, "none", True)


def _job(client: httpx.Client, path: str, body: Mapping[str, Any]) -> tuple[float, dict[str, Any]]:
    """Start a job and wait for its end; returns seconds and result. Raises Trouble if it fails."""
    begun = time.monotonic()
    started = client.post(path, json=body)
    started.raise_for_status()
    number = started.json()["data"]["id"]
    while True:
        job = client.get(f"/jobs/{number}").json()["data"]
        if job["state"] == "done":
            return time.monotonic() - begun, job["result"] or {}
        if job["state"] in {"failed", "cancelled"}:
            raise Trouble(f"{path}: the job ended as {job['state']}: {job.get('error')}")
        time.sleep(0.1)
