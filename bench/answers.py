"""Response times: one line of the table for concurrent calls of many people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench import load
from devstack.layout import Trouble

CONNECTIONS = 16


@dataclass(frozen=True)
class Figure:
    """One line of the table: the measured value, the target, and whether it is met."""

    what: str
    measured: str
    wanted: str
    good: bool


def percentiles(
    what: str,
    calls: Sequence[load.Call],
    port: int,
    p99: float | None,
    *,
    people: int = CONNECTIONS,
    warm: float = 1,
    seconds: float = 5,
    seed: int = 1,
) -> Figure:
    """Measure concurrent calls of `people` users; `p99` is the target in seconds, if there is one.

    Raises Trouble if a call fails.
    """
    result = load.run(("127.0.0.1", port), calls, people, warm, seconds, seed=seed)
    if result.failed:
        raise Trouble(f"{what}: {result.failed} of {len(result.latencies)} answers failed.")
    half, most = result.percentile(0.5), result.percentile(0.99)
    measured = f"p50 {half * 1000:.0f} ms, p99 {most * 1000:.0f} ms"
    return Figure(what, measured, "none" if p99 is None else f"p99 {p99 * 1000:.0f} ms", p99 is None or most <= p99)
