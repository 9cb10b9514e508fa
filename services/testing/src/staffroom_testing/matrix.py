"""Every route with every demo account, or with one of each outcome: access must match the rule of the route.

The requested records do not exist (a user is the caller itself), so allowed accounts get a 404 or 422.
"""

from __future__ import annotations

import re
from typing import Any
from zlib import crc32

from kit.database import Database
from kit.http import core
from kit.policy import Rule, public
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import ALL
from staffroom_testing.walking import NOBODYS, Walking, filled


class Matrix(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def route_cases(cls) -> dict[str, Any]:
        return {f"{method} {path}": (method, path, may) for method, path, may in cls.service.rules()}

    def test_route_admits_accounts_that_its_rule_allows(
        self, demo: Database, route_case: tuple[str, str, Rule]
    ) -> None:
        method, path, may = route_case
        wrong = []
        for name in accounts() if ALL else self._one_of_each(method, path, may):
            actor = accounts()[name]
            body: dict[str, Any] = {"json": {}} if method in {"POST", "PUT"} else {}
            answer = self.call(actor, method, filled(path, {"userId": actor.user_id or NOBODYS}), **body)
            if may(actor):
                expected = answer.status_code < 500 and (answer.status_code not in {401, 403} or may is public)
                # Another service is unavailable, or the handler needs a session, which these tokens do not have.
                expected = expected or answer.status_code == 503 or answer.json().get("code") == "session_ended"
            else:
                expected = answer.status_code == (403 if actor.signed_in else 401)
            if not expected:
                wrong.append(f"{name}: {answer.status_code} {answer.text[:120]}")
        assert not wrong, f"{method} {path} is for {may.name}; " + "; ".join(wrong)

    @staticmethod
    def _one_of_each(method: str, path: str, may: Rule) -> list[str]:
        """Return nobody, one account that is admitted and one that is refused: different ones for each route, the same
        in each run."""
        turn = crc32(f"{method} {path}".encode())
        who = accounts()
        kinds = [[name for name in who if who[name].signed_in and may(who[name]) == let_in] for let_in in (True, False)]
        return [*(name for name in who if not who[name].signed_in), *(kind[turn % len(kind)] for kind in kinds if kind)]

    def test_every_route_states_its_rule_in_the_openapi_document(self, demo: Database) -> None:
        document = self.call("anonymous", "GET", f"/api/docs/{self.service.name}.json").json()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                assert operation.get("x-may"), f"{method.upper()} {path} states no rule"
        documented = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
        served = {(method, re.sub(r"\?\}", "}", core.full_path(path))) for method, path, _ in self.service.rules()}
        assert served - documented == set(), "served, and not in the document"
        assert documented - served == set(), "in the document, and not served"

    def test_forged_tokens_are_refused(self, demo: Database) -> None:
        signed = next((m, p) for m, p, may in self.service.rules() if m == "GET" and not may(accounts()["anonymous"]))
        for forged in (
            "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZXMiOlsic3lzQWRtaW4iXX0.",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AAAA",
            "rubbish",
            "",
        ):
            answer = self.call(
                "anonymous", signed[0], filled(signed[1], {}), headers={"Authorization": f"Bearer {forged}"}
            )
            assert answer.status_code == 401, (forged, answer.text)
