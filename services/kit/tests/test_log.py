"""Log lines: JSON, with service and request id, without secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from kit import context
from kit.telemetry import log


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """`lines()` are the log lines of the test so far. pytest changes stdout between set-up and test: configure late."""
    root = logging.getLogger()
    level, service = root.level, context.service()
    yield lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    root.handlers[:] = []
    root.setLevel(level)
    context.set_service(service)


def test_both_kinds_of_logger_have_the_same_format(lines: Any) -> None:
    log.configure("people", "INFO")
    marker = context.request_id.set("request-1234")
    log.get("kit.test").info("thing_done", count=3)
    logging.getLogger("library").warning("done %s", "that")
    logging.getLogger("library").info("not noisy enough to hide")
    context.request_id.reset(marker)
    own, foreign, _ = lines()
    assert (own["event"], own["count"], own["service"], own["requestId"], own["level"]) == (
        "thing_done",
        3,
        "people",
        "request-1234",
        "info",
    )
    assert (foreign["event"], foreign["service"], foreign["logger"]) == ("done that", "people", "library")


def test_secrets_are_hidden(lines: Any) -> None:
    log.configure("people", "INFO")
    secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    log.get("kit.test").info("x", authToken=secret, password="hunter2", url="postgresql://a:hunter2@h/d", note=secret)
    try:
        raise ValueError(f"Bearer {secret} at redis://:hunter2@h/0")
    except ValueError:
        log.get("kit.test").exception("y")
    logging.getLogger("library").warning("password for postgresql://a:hunter2@h/d")
    text = json.dumps(lines())
    assert "hunter2" not in text
    assert "c2lnbmF0dXJl" not in text
    assert "ValueError" in text


def test_process_within_a_service_logs_its_own_name(lines: Any) -> None:
    """Its jobs use the queue of the service, and its keys on Valkey belong to the service."""
    log.configure("files.live", "INFO")
    log.get("kit.test").info("thing_done")
    assert ([line["service"] for line in lines()], context.service()) == (["files.live"], "files")
