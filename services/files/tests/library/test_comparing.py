"""The comparison of two versions of a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from files.comparing.child import paragraphs
from files.comparing.differing import compared
from files.comparing.model import version_text
from files.documents.multipart import Received
from files.documents.rules import FileName
from files.reading import conversion
from kit.database import Database
from services.files.tests.builders import GOOD, office, upload
from services.files.tests.library.conftest import KEEPER, MORE, READER, STRANGER, ClientFor, put_in
from services.files.tests.reading.test_reading import written

FIRST = b"Safeguarding\nTell the lead at once.\nNever promise to keep a secret.\nWrite it down.\n"
SECOND = b"Safeguarding\nTell the lead or the deputy at once.\nNever promise to keep a secret.\nCall 999 in danger.\n"


def compare(client: ClientFor, who: Any, number: int, first: int = 1, second: int = 2) -> Any:
    return client(who).get(f"/api/v1/file/{number}/compare?from={first}&to={second}")


@pytest.fixture
def versions(client: ClientFor, policies: int) -> int:
    number = put_in(client, KEEPER, policies, "Safeguarding.txt", FIRST)
    answer = upload(client(KEEPER), "Safeguarding.txt", SECOND, path=f"/api/v1/file/{number}/update")
    assert answer.status_code == 201, answer.text
    return number


def test_two_versions_are_compared_by_paragraph_and_word(
    client: ClientFor, versions: int, run_jobs: Callable[[], Any]
) -> None:
    assert compare(client, MORE, versions).json()["data"]["state"] == "waiting"
    run_jobs()
    data = compare(client, MORE, versions).json()["data"]
    assert (data["state"], data["added"], data["removed"]) == ("ready", 7, 3)
    assert [block["kind"] for block in data["blocks"]] == ["same", "changed", "same", "removed", "added"]
    assert data["blocks"][1]["parts"] == [
        {"kind": "same", "text": "Tell the lead"},
        {"kind": "added", "text": "or the deputy"},
        {"kind": "same", "text": "at once."},
    ]


def test_only_those_who_see_versions_compare_them(client: ClientFor, versions: int) -> None:
    assert compare(client, READER, versions).status_code == 403
    assert compare(client, STRANGER, versions).status_code == 404
    assert compare(client, MORE, versions, 1, 9).json()["fields"] == {"to": "There is no such version"}
    assert client(MORE).get(f"/api/v1/file/{versions}/compare?from=x&to=2").status_code == 422


def test_pictures_and_scans_are_not_compared(client: ClientFor, policies: int, run_jobs: Callable[[], Any]) -> None:
    number = put_in(client, KEEPER, policies, "Plan.png")
    upload(client(KEEPER), "Plan.png", GOOD["png"], path=f"/api/v1/file/{number}/update")
    assert (
        compare(client, KEEPER, number).json()["data"]["reason"]
        == "Only texts, PDFs, Word files and presentations are compared"
    )
    number = put_in(client, KEEPER, policies, "Scan.pdf")
    upload(client(KEEPER), "Scan.pdf", GOOD["pdf"], path=f"/api/v1/file/{number}/update")
    compare(client, KEEPER, number)
    run_jobs()
    data = compare(client, KEEPER, number).json()["data"]
    assert (data["state"], data["reason"][:10]) == ("none", "Version 1:")


def test_paragraphs_continue_over_full_lines() -> None:
    page = "A heading\nThe first line of a paragraph that fills\nthe page and ends.\nThe next one stands on its own"
    assert list(paragraphs(page)) == [
        "A heading",
        "The first line of a paragraph that fills the page and ends.",
        "The next one stands on its own",
    ]


def test_unchanged_paragraphs_are_counted_and_not_shown() -> None:
    before = [f"Paragraph {number}" for number in range(20)]
    blocks = compared(before, [*before[:10], "Quite another thing", *before[10:]])["blocks"]
    assert [(block["kind"], block["count"]) for block in blocks] == [
        ("skipped", 9),
        ("same", 1),
        ("added", 1),
        ("same", 1),
        ("skipped", 9),
    ]
    assert compared(before, before)["blocks"] == [{"kind": "skipped", "parts": [], "count": 20}]


@pytest.fixture
def word_versions(client: ClientFor, policies: int) -> int:
    number = put_in(client, KEEPER, policies, "Policy.docx", office("docx"))
    second = upload(client(KEEPER), "Policy.docx", office("docx"), path=f"/api/v1/file/{number}/update")
    assert second.status_code == 201, second.text
    return number


def test_versions_of_a_word_file_are_converted_for_the_comparison(
    client: ClientFor, word_versions: int, run_jobs: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = iter(["Tell the lead at once.", "Tell the deputy at once."])

    def convert(_: Any, draft: Any) -> Any:
        draft.write(written(next(texts)))
        draft.flush()
        return Received(FileName("version", "pdf"), draft, size=1, media_type="application/pdf")

    run_jobs()  # the preview of the latest version
    monkeypatch.setattr(conversion, "convert", convert)
    assert compare(client, MORE, word_versions).json()["data"]["state"] == "waiting"
    run_jobs()
    data = compare(client, MORE, word_versions).json()["data"]
    assert (data["state"], data["added"], data["removed"]) == ("ready", 1, 1)


def test_word_files_wait_for_a_converter(
    client: ClientFor,
    word_versions: int,
    run_jobs: Callable[[], Any],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversion, "convert", lambda *_: conversion.NO_PREVIEW)
    compare(client, MORE, word_versions)
    run_jobs()
    data = compare(client, MORE, word_versions).json()["data"]
    assert (data["state"], data["reason"]) == ("none", "Version 1: office documents are not converted here")
    database.execute(sa.update(version_text).values(made=sa.func.now() - sa.text("interval '1 hour'")))
    assert compare(client, MORE, word_versions).json()["data"]["state"] == "waiting"
