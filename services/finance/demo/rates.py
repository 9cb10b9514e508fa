"""Demo exchange rates of the euro: invented, near those that HMRC publishes."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import psycopg

from services.demo.world import SEED, TODAY

_MONTHS = 63


def load(connection: psycopg.Connection[Any]) -> None:
    """Write a rate for each month of the demo invoices. Issued ones take theirs through a trigger
    (`exchange_rate_fills`)."""
    dice = random.Random(SEED + 7)  # noqa: S311  reproducible data, not a secret
    last = TODAY.year * 12 + TODAY.month - 1
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO exchange_rate (currency, month, rate) VALUES ('EUR', %s, %s)",
            [
                (dt.date(month // 12, month % 12 + 1, 1), f"{dice.randint(11_350, 11_950) / 10_000:.4f}")
                for month in range(last - _MONTHS + 1, last + 1)
            ],
        )
