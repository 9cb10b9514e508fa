"""`python -m finance.sync`: the process that synchronises the accounting system (`docs/operations.md`).

`python -m finance.sync queue` queues every document, for an installation whose invoices predate its connection.
"""

from __future__ import annotations

import sys

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.sync.documents import NOT_MIRRORED
from finance.sync.process import run
from kit import context
from kit.database import database
from kit.settings import settings
from kit.telemetry import log

_QUEUE = """
INSERT INTO sync_document (invoice_id, chart, number, is_credit_note)
SELECT id, CASE WHEN organisation_id IN (4, 5) THEN 1 ELSE organisation_id END, number, is_credit_note FROM invoice
WHERE status <> ALL (:never) ON CONFLICT DO NOTHING
"""


def main(arguments: list[str]) -> int:
    """Run the command; returns the exit code."""
    context.set_service("finance")
    log.configure("finance", settings().log_level)
    if arguments == ["queue"]:
        with database().read() as connection:
            done = connection.execute(sa.text(_QUEUE), {"never": sorted(NOT_MIRRORED)})
            print(f"{done.rowcount} of {connection.scalar(sa.select(sa.func.count()).select_from(invoice))} queued")
        return 0
    run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
