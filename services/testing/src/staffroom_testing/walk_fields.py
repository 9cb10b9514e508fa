"""Every field of every field set: accepted values, refused values, and rights to change it.

Besides the keys in `staffroom_testing.conformance`, an example may have `where`, columns with values that the record
must have, and `parent`, the same for the parent of the record.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.errors import Invalid
from kit.policy import ANONYMOUS
from kit.records import Field, FieldSet
from staffroom_testing import peers
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import sized
from staffroom_testing.walking import NOBODYS, Walking, filled, reached_by, rows

_RECORDS = sized(2, 6)
"""Number of records of a field set that every account requests."""
_FIELDS = sized(1, 4)
"""Number of fields of such a record that an account changes if it is within its scope."""


class FieldWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def fieldset_cases(cls) -> dict[str, Any]:
        return {fieldset.name: fieldset for fieldset in cls.service.fieldsets}

    @classmethod
    def field_cases(cls) -> dict[str, Any]:
        return {
            f"{fieldset.name}-{name}": (fieldset, entry)
            for fieldset in cls.service.fieldsets
            for name, entry in fieldset.fields.items()
        }

    def _put(self, who: str, fieldset: FieldSet, record: int, **body: Any) -> Any:
        return self.call(who, "PUT", filled(fieldset.path, {"id": record}), json=body)

    def _field_example(self, fieldset: FieldSet, entry: Field) -> dict[str, Any]:
        if entry.name == "archived":  # the same in every field set
            return {"accepts": [True, False], "refuses": ["perhaps", 3]}
        example: dict[str, Any] = self.examples.fields.get(fieldset.name, {}).get(entry.name, {})
        missing = [part for part in ("accepts", "refuses") if part not in example]
        assert not missing, f"FIELDS[{fieldset.name!r}][{entry.name!r}] in examples.py has no {', '.join(missing)}"
        return example

    def _changeable(
        self, demo: Database, fieldset: FieldSet, entry: Field, example: dict[str, Any]
    ) -> tuple[str, int] | None:
        """Return an account and a record whose field it may change now; None if `when` refuses for every record."""
        if "record" in example:
            return example.get("as", "sysadmin"), int(example["record"])
        who = example.get("as", "sysadmin")
        actor = accounts()[who]
        conditions = [fieldset.table.c[name] == value for name, value in example.get("where", {}).items()]
        if "parent" in example:
            assert fieldset.parent is not None, f"{fieldset.name} has no parent"
            column, table = fieldset.parent.column, fieldset.parent.table
            of_parent = [table.c[name] == value for name, value in example["parent"].items()]
            conditions.append(column.in_(sa.select(table.c.id).where(*of_parent)))
        for row in rows(demo, fieldset.table, where=sa.and_(sa.true(), *conditions)):
            if not fieldset.rule(entry)(actor, row) or fieldset.refusal(entry, row) is not None:
                continue
            if fieldset.parent is not None and self._closed(demo, fieldset, row):
                continue
            if self.call(who, "GET", filled(fieldset.path, {"id": row["id"]})).status_code == 200:
                return who, int(row["id"])
        assert entry.when is not None, f"the demo data has no {fieldset.name} whose {entry.name} {who} may change"
        return None

    def _closed(self, demo: Database, fieldset: FieldSet, row: dict[str, Any]) -> bool:
        """Return whether the parent of `row` refuses every change."""
        parent = fieldset.parent
        assert parent is not None
        (parent_row,) = rows(demo, parent.table, 1, where=parent.table.c.id == row[parent.column.name])
        return parent.refusal(parent_row) is not None

    def _check_field_of_create(self, demo: Database, fieldset: FieldSet, entry: Field, example: dict[str, Any]) -> None:
        """Check a field that only a create sets: its type against the examples, and the refusal of a change."""
        for raw in example["accepts"]:
            entry.type.parse(raw)
        for raw in example["refuses"]:
            with pytest.raises(Invalid):
                entry.type.parse(raw)
        row = rows(demo, fieldset.table, 1)[0]
        answer = self._put("sysadmin", fieldset, row["id"], field=entry.name, newValue=example["accepts"][0])
        assert answer.status_code == 409, answer.text

    def test_field_accepts_and_refuses_its_examples(self, demo: Database, field_case: tuple[FieldSet, Field]) -> None:
        _, entry = field_case
        with peers.answering("files") if entry.type.remote else contextlib.nullcontext():
            self._check_field(demo, *field_case)

    def _check_field(self, demo: Database, fieldset: FieldSet, entry: Field) -> None:
        if entry.read_only:
            sample = rows(demo, fieldset.table, 1)
            assert sample, f"the demo data has no {fieldset.name}"
            answer = self._put("sysadmin", fieldset, sample[0]["id"], field=entry.name, newValue="x")
            assert answer.status_code in {403, 404, 409}, answer.text
            return
        if entry.workflow is not None:
            sample = rows(demo, fieldset.table, 1)
            answer = self._put("sysadmin", fieldset, sample[0]["id"], field=entry.name, newValue="no such state")
            assert answer.status_code in {404, 422}, answer.text
            return
        example = self._field_example(fieldset, entry)
        changeable = self._changeable(demo, fieldset, entry, example)
        if changeable is None:
            self._check_field_of_create(demo, fieldset, entry, example)
            return
        who, record = changeable
        for raw in [*example["refuses"], *([None, ""] if entry.type.many else ())]:
            before = self._stored(demo, fieldset, entry, record)
            answer = self._put(who, fieldset, record, field=entry.name, newValue=raw)
            assert answer.status_code in {409, 422}, f"{raw!r} was not refused: {answer.text}"
            assert answer.json()["error"]
            assert self._stored(demo, fieldset, entry, record) == before
        answer_yes = {"confirm": True} if fieldset.asks else {}
        for raw in example["accepts"]:
            before = self._stored(demo, fieldset, entry, record)
            rows_before = self._changes(demo, fieldset, entry, record)
            answer = self._put(who, fieldset, record, field=entry.name, newValue=raw, **answer_yes)
            assert answer.status_code == 200, f"{raw!r} was refused: {answer.text}"
            after = self._stored(demo, fieldset, entry, record)
            assert answer.json()["data"]["field"] == entry.name
            if entry.after is None and entry.dependents is None:
                assert after == entry.type.parse(raw), f"{raw!r} was stored as {after!r}"
            new_rows = self._changes(demo, fieldset, entry, record) - rows_before
            assert new_rows == (1 if after != before else 0), f"{new_rows} history rows for {before!r} → {after!r}"

    def _stored(self, demo: Database, fieldset: FieldSet, entry: Field, record: int) -> Any:
        with demo.read() as connection:
            return connection.execute(sa.select(entry.column).where(fieldset.table.c.id == record)).scalar()

    def _changes(self, demo: Database, fieldset: FieldSet, entry: Field, record: int) -> int:
        history = tables.field_history.c
        of_field = (history.entity == fieldset.name, history.entity_id == record, history.field == entry.name)
        with demo.read() as connection:
            return int(connection.execute(sa.select(sa.func.count()).where(*of_field)).scalar_one())

    def test_fieldset_refuses_unknown_fields(self, demo: Database, fieldset_case: FieldSet) -> None:
        name, _ = next(iter(fieldset_case.fields.items()))
        sample = rows(demo, fieldset_case.table, 1)
        assert sample, f"the demo data has no {fieldset_case.name}"
        record = sample[0]["id"]
        unknown = self._put("sysadmin", fieldset_case, record, field="noSuchField", newValue=1)
        assert unknown.status_code == 422 and name in unknown.json()["error"], unknown.text
        extra = self._put("sysadmin", fieldset_case, record, field=name, newValue=1, more=2)
        assert extra.status_code == 422, extra.text
        absent = self._put("sysadmin", fieldset_case, NOBODYS, field=name, newValue=1)
        assert absent.status_code in {404, 409, 422}, absent.text

    def test_fieldset_refuses_outdated_old_value(self, demo: Database, fieldset_case: FieldSet) -> None:
        """Expect a 409 with the current value for an outdated oldValue of the first field that can change."""
        for entry in fieldset_case.fields.values():
            if entry.read_only:
                continue
            for who, record, raw, other in self._other_values(demo, fieldset_case, entry):
                body = {"field": entry.name, "newValue": raw, "oldValue": other}
                answer = self._put(who, fieldset_case, record, **body)
                assert answer.status_code == 409, answer.text
                present = self._stored(demo, fieldset_case, entry, record)
                assert answer.json()["code"] == "changed_meanwhile", answer.text
                assert answer.json()["value"] == entry.type.encode(present)
                return
        never = all(entry.read_only or entry.when is not None for entry in fieldset_case.fields.values())
        assert never, f"no field of {fieldset_case.name} has an example that changes a demo record"

    def _other_values(self, demo: Database, fieldset: FieldSet, entry: Field) -> Iterator[tuple[str, int, Any, Any]]:
        """Yield account, record, a value that it does not have, and an oldValue that it does not have either."""
        if entry.workflow is not None:
            row = rows(demo, fieldset.table, 1)[0]
            states = [str(option.value) for option in entry.workflow.states if option.value != row[entry.column.name]]
            yield "sysadmin", row["id"], states[0], states[-1]
            return
        example = self._field_example(fieldset, entry)
        changeable = self._changeable(demo, fieldset, entry, example)
        if changeable is None:
            return
        who, record = changeable
        for raw in example["accepts"]:
            value = entry.type.parse(raw)
            if value != self._stored(demo, fieldset, entry, record):
                yield who, record, raw, entry.type.encode(value)

    def test_fieldset_rights_match_its_rules_and_scope(self, demo: Database, fieldset_case: FieldSet) -> None:
        """Account × record: the detail and the change are allowed or answer 401, 403, 404 according to rules and
        scope."""
        names = [name for name, entry in fieldset_case.fields.items() if entry.workflow is None]
        for number, row in enumerate(rows(demo, fieldset_case.table, _RECORDS)):
            path = filled(fieldset_case.path, {"id": row["id"]})
            reach = reached_by(demo, fieldset_case.table, fieldset_case.scope, row["id"])
            for who, actor in accounts().items():
                let_in, in_scope = fieldset_case.read(actor), who in reach
                if fieldset_case.detail:
                    status = self.call(actor, "GET", path).status_code
                    assert status == _expected(actor, let_in, in_scope), f"{who} GET {path}: {status}"
                # Access is refused before the field is looked at, so one field is enough for these.
                tried = names[:_FIELDS] if let_in and in_scope else [names[number % len(names)]] if names else []
                for name in tried:
                    body = {"field": name, "newValue": {"no": "value"}}
                    status = self.call(actor, "PUT", path, json=body).status_code
                    call = f"{who} PUT {path} {name}: {status}"
                    if not let_in or not in_scope:
                        assert status == _expected(actor, let_in, in_scope), call
                    elif not fieldset_case.rule(fieldset_case.fields[name])(actor, row):
                        assert status == 403, call
                    else:
                        assert status in {409, 422}, call

    def test_every_example_belongs_to_a_field(self) -> None:
        """Check that no example remains of a removed field."""
        known = {fieldset.name: set(fieldset.fields) for fieldset in self.service.fieldsets}
        for name, fields in self.examples.fields.items():
            stale = set(fields) - known.get(name, set())
            if stale:
                pytest.fail(f"FIELDS[{name!r}] has examples of fields that do not exist: {sorted(stale)}")


def _expected(actor: Any, let_in: bool, seen: bool) -> int:
    if not let_in:
        return 401 if actor == ANONYMOUS else 403
    return 200 if seen else 404
