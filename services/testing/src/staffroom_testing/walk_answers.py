"""Every call of a service declares its answer. `staffroom_testing.answers` validates the answers themselves."""

from __future__ import annotations

from kit.http.answers import UNSTATED
from kit.values.schemas import of_type
from staffroom_testing.walking import Walking


class AnswerWalk(Walking):
    """See `staffroom_testing.conformance`."""

    def test_every_handwritten_route_declares_its_answer(self) -> None:
        written = [entry for routes in self.service.routes for entry in routes.written]
        missing = [entry.template for entry in written if entry.answers is UNSTATED]
        assert not missing, f"`answers=` says what stands in `data` of {', '.join(missing)}"

    def test_every_record_declares_answers_beyond_its_fields(self) -> None:
        missing = [one.name for one in self.service.fieldsets if one.extra is not None and one.answers is None]
        assert not missing, f"`answers=` is the TypedDict of what `extra` adds to {', '.join(missing)}"

    def test_every_column_declares_a_type_that_its_expression_lacks(self) -> None:
        missing = [
            f"{spec.name}.{column.name}"
            for spec in self.service.lists
            for column in spec.columns
            if column.answers is None and of_type(column.expression.type) == {}
        ]
        assert not missing, f"`answers=` is the type of the values of {', '.join(missing)}"
