"""Bad input without end: schemathesis over the OpenAPI document, in this process. Never a 5xx, never anything that is
not JSON (or the file type the document names), and every answer is what the document says it is."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from kit.database import Database
from kit.http import core
from staffroom_testing import token
from staffroom_testing.answers import promises_of
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

EXAMPLES = int(os.environ.get("STAFFROOM_FUZZ_EXAMPLES", "12"))
"""Cases of an operation written by hand, of good and of bad input each."""
DECLARED_EXAMPLES = max(EXAMPLES // 3, 1)
"""Those of a declared operation: one implementation serves hundreds of them, and the other suites walk each."""
_AS = "sysadmin"


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
        written = {(method, core.full_path(path)) for part in self.service.routes for method, path, _ in part.rules}
        by_hand = (operation_case.method.upper(), operation_case.path) in written
        headers = {"Authorization": f"Bearer {token(accounts()[_AS])}"}
        promises = promises_of(app)
        assert promises is not None

        @given(case=operation_case.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES if by_hand else DECLARED_EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def bears(case: Any) -> None:
            answer = case.call(app=app, headers=headers)
            text = answer.content.decode(errors="replace")  # a file that is downloaded need not be one
            told = f"{operation_case.label}: {answer.status_code} {text[:300]}"
            assert answer.status_code < 500 or answer.status_code == 503, told
            kind = answer.headers.get("content-type", [""])[0] if answer.headers else ""
            if answer.status_code >= 400:
                assert kind.startswith("application/json"), told
            path = urlsplit(answer.request.url).path
            promises.check(operation_case.method.upper(), path, answer.status_code, kind, answer.content)
            assert "<html" not in text[:500].lower() or kind.startswith("text/html"), told

        try:
            bears()
        except Unsatisfiable:
            pass  # nothing about this operation can be wrong
