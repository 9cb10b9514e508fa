"""Uses of records over all services: every column that refers to a deletable record is declared."""

import re

import pytest
import sqlalchemy as sa

from devstack.layout import SERVICES
from kit.processes.web import service_of
from kit.records import FieldSet
from kit.service import Service
from kit.values import Listed, Reference

NOT_A_USE = {
    "article.file_id": "a count keeps the name of its document; the document may go",
    "invoice_document.file_id": "rendered again where the file is gone",
    "invoice_email.file_id": "what went out is in the mail",
    "collection_mail.file_id": "what went out is in the mail",
    "report_mail.file_id": "what went out is in the mail",
    "collection_paper.file_id": "rendered again where the file is gone",
    "report_paper.file_id": "rendered again where the file is gone",
    "board.event_id": "a board stays of its course; its event may go",
    "collection_report.event_id": "the interview has been held; its event may go",
    "journal_entry.event_id": "an entry keeps the title of what it is about",
    "pay_duty.duty_id": "the duty of an invigilator, in the copy of approved hours, and no duty of support",
    "pay_line.event_id": "a line has what was paid: day, length, students; the event may go",
}
"""Columns that are named like a reference and are none, with the reason."""


@pytest.fixture(scope="module")
def house() -> dict[str, Service]:
    return {name: service_of(name) for name in SERVICES}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _going(service: Service) -> list[FieldSet]:
    """Return the kinds of record that can be deleted or archived."""
    return [one for one in service.fieldsets if one.delete is not None or "archived" in one.fields]


def test_every_column_with_a_reference_is_a_declared_use(house: dict[str, Service]) -> None:
    kinds = {_snake(one.name): one.collection for service in house.values() for one in _going(service)}
    undeclared = []
    for service in house.values():
        uses = {use.column for use in service.references.uses}
        for table in service.metadata.sorted_tables:
            if "version" not in table.c:  # a read copy, or rows that belong to a record
                continue
            for column in table.columns:
                name = f"{table.name}.{column.name}"
                owned = any(key.ondelete for key in column.foreign_keys)
                noun = next((one for one in kinds if re.search(rf"(^|_){one}_id$", column.name)), None)
                if noun is not None and column not in uses and not owned and name not in NOT_A_USE:
                    undeclared.append(f"{service.name}: {name} refers to {kinds[noun]}")
    assert undeclared == [], "declare a Foreign kind or Uses(...) in the service's references.py"


def test_every_choice_of_a_field_is_of_a_declared_kind(house: dict[str, Service]) -> None:
    unknown = [
        f"{service.name}: {fieldset.name}.{entry.name} chooses from {entry.type.source}"
        for service in house.values()
        for fieldset in service.fieldsets
        for entry in fieldset.fields.values()
        if isinstance(entry.type, Reference | Listed) and service.references.kind_of(entry) is None
    ]
    assert unknown == [], "name the kind in Service(foreign=...)"


def test_deletion_of_a_record_asks_services_that_refer_to_it(house: dict[str, Service]) -> None:
    kept = {one.collection: (service.name, one) for service in house.values() for one in service.fieldsets}
    unasked = []
    for service in house.values():
        for use in service.references.uses:
            owner, fieldset = kept[use.kind]
            delete = fieldset.delete
            if owner != service.name and delete is not None and not delete.shared and delete.mark is None:
                unasked.append(f"{owner}: {fieldset.name} is used by {service.name} and not shared")
    assert unasked == []


def test_every_foreign_kind_is_declared_by_its_owner(house: dict[str, Service]) -> None:
    for service in house.values():
        for kind in service.references.foreign.values():
            if kind.lasting:
                continue
            fieldset = house[kind.owner].references.kept[kind.path]
            assert kind.archives == ("archived" in fieldset.fields), f"{service.name}: {kind.path}"


def test_lists_leave_out_archived_records(house: dict[str, Service]) -> None:
    for service in house.values():
        for spec in service.lists:
            if spec.edit is not None and "archived" in spec.edit.fields:
                entry = spec.filter("archived")
                assert entry is not None and entry.default is False, f"{service.name}: {spec.name}"
                assert spec.column("archived") is not None, f"{service.name}: {spec.name} does not say what is archived"


def test_uses_are_counted_by_columns_that_exist(house: dict[str, Service]) -> None:
    for service in house.values():
        for use in service.references.uses:
            assert isinstance(use.column, sa.Column) and use.column.table.metadata is service.metadata
