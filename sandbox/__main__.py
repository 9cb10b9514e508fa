"""`python -m sandbox PORT FOLDER`. All other settings come from the environment, so that `ps` shows no secret."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sandbox.api import Api
from sandbox.limits import Limits, Meter
from sandbox.oauth import Client, Grants
from sandbox.server import Sandbox, listen
from sandbox.store import open_books
from sandbox.webhooks import Sender


def limits(text: str) -> Limits:
    """`60,5,5000`: calls per minute, concurrent calls, calls per day."""
    minute, at_once, day = (int(part) for part in text.split(","))
    return Limits(minute, at_once, day)


def main() -> None:
    """Serve until the process is killed."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    env = os.environ
    tenants = dict(
        pair.split(":") for pair in env.get("SANDBOX_TENANTS", "Oxford:GBP,London:GBP,Portugal:EUR").split(",")
    )
    books = open_books(folder / "books.sqlite", tenants)
    grants = Grants(books, Client(env["SANDBOX_CLIENT_ID"], env["SANDBOX_CLIENT_SECRET"]))
    api = Api(books, grants, Meter(limits(env.get("SANDBOX_LIMITS", "60,5,5000"))))
    if url := env.get("SANDBOX_WEBHOOK_URL"):
        Sender(books, url, env["SANDBOX_WEBHOOK_KEY"]).start()
    sandbox = Sandbox(books, grants, api, env["SANDBOX_REDIRECT"], env.get("SANDBOX_GRANTS_AT_ONCE") == "1")
    listen(sandbox, port).serve_forever()


if __name__ == "__main__":
    main()
