"""Fuzzing: schemathesis generates good and bad input from the OpenAPI document, in this process. No answer is a 5xx,
refusals are JSON, and every answer matches the document."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from kit.database import Database
from staffroom_testing import inprocess, token
from staffroom_testing.answers import documented_answers
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import sized
from staffroom_testing.walking import Walking

EXAMPLES = int(os.environ.get("STAFFROOM_FUZZ_EXAMPLES", sized("2", "8")))
"""Maximum cases of a hand-written operation, of valid and of invalid input each."""
DECLARED_EXAMPLES = max(EXAMPLES // 4, 1)
"""Maximum cases of a declared operation, of valid input: one implementation serves hundreds of these, and the other
suites test each."""
_ACCOUNT = "sysadmin"
_HOST = "http://testserver"
_operations: dict[str, dict[str, Any]] = {}
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


class Fuzz(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def operation_cases(cls) -> dict[str, Any]:
        """Return all operations of the document."""
        if cls.service.name not in _operations:
            schema = schemathesis.openapi.from_dict(cls.application().openapi())
            schema.app = cls.application()
            results: list[Any] = [result.ok() for result in cast("Iterable[Any]", schema.get_all_operations())]
            _operations[cls.service.name] = {operation.label: operation for operation in results}
        return _operations[cls.service.name]

    @classmethod
    def hand_written_cases(cls) -> dict[str, Any]:
        """Return the operations that no declaration makes. `ValueWalk` tests the invalid input of the others: they
        share one implementation, and building a generator of invalid input for each takes longer than all their
        calls."""
        return {
            label: case
            for label, case in cls.operation_cases().items()
            if cls.is_hand_written(case.method.upper(), case.path)
        }

    @classmethod
    def declared_cases(cls) -> dict[str, Any]:
        """Return the operations that declarations make."""
        by_hand = cls.hand_written_cases()
        return {label: case for label, case in cls.operation_cases().items() if label not in by_hand}

    def test_operation_accepts_valid_input(self, demo: Database, hand_written_case: Any) -> None:
        self._bears(hand_written_case, GenerationMode.POSITIVE, EXAMPLES)

    @pytest.mark.all
    def test_declared_operation_accepts_valid_input(self, demo: Database, declared_case: Any) -> None:
        self._bears(declared_case, GenerationMode.POSITIVE, DECLARED_EXAMPLES)

    @pytest.mark.all
    def test_operation_refuses_invalid_input(self, demo: Database, hand_written_case: Any) -> None:
        self._bears(hand_written_case, GenerationMode.NEGATIVE, EXAMPLES)

    def _bears(self, operation_case: Any, mode: GenerationMode, examples: int) -> None:
        headers = {"Authorization": f"Bearer {token(accounts()[_ACCOUNT])}"}
        documented = documented_answers(self.application())
        assert documented is not None

        # Without a seed, hypothesis reads and tokenizes the source of the test to derive one, each time.
        @seed(0)
        @given(case=operation_case.as_strategy(generation_mode=mode))
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def check(case: Any) -> None:
            path, status, kind, body = self._called(case, headers)
            text = body.decode(errors="replace")  # a downloaded file need not be text
            summary = f"{operation_case.label}: {status} {text[:300]}"
            assert status < 500 or status == 503, summary
            if status >= 400:
                is_page = documented.is_page(operation_case.method, path, status, kind)
                assert kind.startswith("application/json") or is_page, summary
            documented.check(operation_case.method.upper(), path, status, kind, body)
            assert "<html" not in text[:500].lower() or kind.startswith("text/html"), summary

        try:
            check()
        except Unsatisfiable:
            pass  # this operation has no input that can be invalid

    def _called(self, case: Any, headers: dict[str, str]) -> tuple[str, int, str, bytes]:
        """Return path, status, content type and body of the answer to a case. schemathesis's own call of an ASGI
        application would pass it to a thread and back."""
        app = self.application()
        if self.service.wsgi:
            answer = case.call(app=app, headers=headers)
            kind = answer.headers.get("content-type", [""])[0] if answer.headers else ""
            return urlsplit(answer.request.url).path, answer.status_code, kind, answer.content
        asked: Any = requests.Request(**case.as_transport_kwargs(base_url=_HOST, headers=headers)).prepare()
        url = urlsplit(asked.url)
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
        sent = [(name.lower().encode("latin-1"), _octets(value)) for name, value in asked.headers.items()]
        answer = inprocess.ask(
            app, asked.method, (unquote(url.path), url.path.encode(), url.query.encode()), sent, body
        )
        kind = dict(answer.headers).get(b"content-type", b"").decode()
        return url.path, answer.status, kind, answer.body


def _octets(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("latin-1")
