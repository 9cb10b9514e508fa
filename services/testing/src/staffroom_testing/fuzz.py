"""Fuzzing: schemathesis generates good and bad input from the OpenAPI document, in this process. No answer is a 5xx,
refusals are JSON, and every answer matches the document."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.python.asgi import ASGIClient

from kit.database import Database
from kit.http import core
from staffroom_testing import token
from staffroom_testing.answers import documented_answers
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

EXAMPLES = int(os.environ.get("STAFFROOM_FUZZ_EXAMPLES", "8"))
"""Cases of a hand-written operation, of good and of bad input each."""
DECLARED_EXAMPLES = max(EXAMPLES // 4, 1)
"""Cases of a declared operation: one implementation serves hundreds of these, and the other suites test each."""
_ACCOUNT = "sysadmin"


class Fuzz(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def operation_cases(cls) -> dict[str, Any]:
        app = cls.application()
        document = app.openapi()
        schema = schemathesis.openapi.from_dict(document)
        schema.app = app
        results: list[Any] = list(schema.get_all_operations())
        return {result.ok().label: result.ok() for result in results}

    @pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
    def test_operation_bears_any_input(self, demo: Database, operation_case: Any, mode: GenerationMode) -> None:
        app = self.application()
        hand_written = {
            (method, core.full_path(path)) for part in self.service.routes for method, path, _ in part.rules
        }
        is_hand_written = (operation_case.method.upper(), operation_case.path) in hand_written
        headers = {"Authorization": f"Bearer {token(accounts()[_ACCOUNT])}"}
        documented = documented_answers(app)
        assert documented is not None

        # Of its own, a call reads the machine's settings anew, and starts the application's background tasks.
        session = None if self.service.wsgi else ASGIClient(app)
        if session is not None:
            session.trust_env = False

        @given(case=operation_case.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES if is_hand_written else DECLARED_EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def check(case: Any) -> None:
            if session is not None:
                session.cookies.clear()
            answer = case.call(app=app, headers=headers, session=session)
            text = answer.content.decode(errors="replace")  # a downloaded file need not be text
            summary = f"{operation_case.label}: {answer.status_code} {text[:300]}"
            assert answer.status_code < 500 or answer.status_code == 503, summary
            kind = answer.headers.get("content-type", [""])[0] if answer.headers else ""
            if answer.status_code >= 400:
                assert kind.startswith("application/json"), summary
            path = urlsplit(answer.request.url).path
            documented.check(operation_case.method.upper(), path, answer.status_code, kind, answer.content)
            assert "<html" not in text[:500].lower() or kind.startswith("text/html"), summary

        try:
            check()
        except Unsatisfiable:
            pass  # this operation has no input that can be wrong
