"""Names in every script, in every kind of part that the kit draws and in a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
import sqlalchemy as sa

from devstack.tools import chromium
from kit.documents import Document, Facts, Head, Heading, Letterhead, Lines, RichText, Table, Totals, pdf
from kit.lists import Column
from kit.lists.sheets.xlsx import write_xlsx
from staffroom_testing.papers import texts
from staffroom_testing.scripts import NAMES, missing

NEEDS_CHROMIUM = pytest.mark.skipif(chromium.find() is None, reason="there is no Chromium on this machine")


@NEEDS_CHROMIUM
def test_pdf_shows_names_of_every_script_in_each_part() -> None:
    document = Document(
        title="Statement",
        reference=NAMES["Arabic"],
        letterhead=Letterhead(NAMES["Hindi"], [NAMES["Thai"]]),
        foot=NAMES["Chinese"],
        notice=NAMES["Japanese"],
        parts=(
            Lines([NAMES["Hebrew"], NAMES["Korean"]], "Invoiced to"),
            Facts([("Student", NAMES["Tamil"])]),
            Heading(NAMES["Bengali"]),
            RichText(f"<p>{NAMES['Emoji']} <b>{NAMES['Georgian']}</b></p>"),
            Table((Head("Name"), Head("Fee", "money")), [(name, 100) for name in NAMES.values()], currency="GBP"),
            Totals([(NAMES["Greek"], "£1.00")]),
        ),
    )
    [page] = texts(document.render())
    assert missing([page], " ".join(NAMES.values())) == []
    drawn = "".join(page.split())
    once_more = ("Arabic", "Hindi", "Thai", "Chinese", "Japanese", "Hebrew", "Korean", "Tamil", "Bengali", "Georgian")
    for word in (NAMES[script].split()[0] for script in once_more):
        assert max(drawn.count(word), drawn.count(word[::-1])) == 2, f"{word}: once in its part, once in the table"


def test_copied_letters_are_not_ligatures() -> None:
    name = NAMES["Latin"]
    document = Document(
        title=name,
        reference=name,
        foot=name,
        notice=name,
        parts=(Heading(name), RichText(f"<p>{name}</p>"), Table((Head(name),), [(name,)])),
    )
    for page in (*texts(document.render()), *texts(pdf.render(f"<p>{name}</p>", title=name))):
        assert not {one for one in page if "\ufb00" <= one <= "\ufb06"}, page
        assert missing([page], name) == []


@NEEDS_CHROMIUM
@pytest.mark.parametrize("people", [False, True])
def test_html_of_people_shows_every_script(people: bool) -> None:
    body = "".join(f"<p>{name}</p>" for name in NAMES.values())
    assert missing(texts(pdf.render(body, title="Report", people=people)), " ".join(NAMES.values())) == []


def test_spreadsheet_stores_every_script(tmp_path: Path) -> None:
    columns = [Column(name="name", expression=sa.literal("name"))]
    write_xlsx(tmp_path / "a.xlsx", NAMES["Arabic"], columns, [(name,) for name in NAMES.values()], len(NAMES))
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert [row[0].value for row in sheet.iter_rows(min_row=2)] == list(NAMES.values())
    assert sheet.title == NAMES["Arabic"]
