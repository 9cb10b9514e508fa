"""Documents: their HTML, and the PDFs that the renderer makes of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest
from markupsafe import Markup

from kit.documents import (
    Chart,
    Columns,
    Document,
    Facts,
    Head,
    Heading,
    Letterhead,
    PageBreak,
    Part,
    RichText,
    Series,
    Table,
    Totals,
)
from kit.values import options
from staffroom_testing.papers import texts

BAD = '</style><script>alert("x")</script>'
FIRST = dt.date(2026, 9, 1)
LESSONS = (
    Head("Day", "date"),
    Head("Lesson"),
    Head("Fee", "money", currency="Currency"),
    Head("Currency"),
    Head("State", "select", options=options(("held", "Held"))),
)


def document(*parts: Part, **more: object) -> Document:
    return Document(title="Report", parts=parts, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("part", "html"),
    [
        (Heading("A & B"), '<div class="heading"><h2>A &amp; B</h2></div>'),
        (
            Facts((("Student", "<Sam>"), ("Tutor", ""))),
            '<table class="facts"><tr><th>Student</th><td>&lt;Sam&gt;</td></tr></table>',
        ),
        (
            RichText("<p onclick=x>Well <b>done</b></p><script>x</script>"),
            '<div class="rich"><p>Well <b>done</b></p></div>',
        ),
        (RichText(" "), ""),
        (
            Totals((("VAT", "£1.00"), ("Total", "£6.00")), total="Total"),
            '<table class="totals"><tr class=""><th>VAT</th><td>£1.00</td></tr>'
            '<tr class="total"><th>Total</th><td>£6.00</td></tr></table>',
        ),
        (
            Table(LESSONS, [(FIRST, "<i>", -123_456, "GBP", "held")], totals=[(None, "Sum", 5, "EUR", None)]),
            '<div class="room"></div><table class="rows"><thead><tr><th class="day">Day</th><th>Lesson</th>'
            '<th class="num">Fee</th><th>State</th></tr></thead><tbody><tr><td class="day">01/09/26</td>'
            '<td>&lt;i&gt;</td><td class="num">-£1,234.56</td><td>Held</td></tr><tr class="sum"><td class="day"></td>'
            '<td>Sum</td><td class="num">€0.05</td><td></td></tr></tbody></table>',
        ),
        (
            Table((Head("A"), Head("B")), []),
            '<div class="room"></div><table class="rows"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr>'
            '<td colspan="2" class="soft">Nothing to show</td></tr></tbody></table>',
        ),
    ],
)
def test_html_of_a_part(part: Part, html: str) -> None:
    assert part.html() == html


def test_columns_beyond_the_lead_follow_on_a_second_line() -> None:
    rows = [(FIRST, "<i>", -123_456, "GBP", "held"), (FIRST, "French", 5, "EUR", None)]
    html = Table(LESSONS, rows, totals=[(None, "Sum", 5, "EUR", None)], lead=(80, 120)).html()
    assert "<th>Fee" not in html and '<col style="width: 40.00%"><col style="width: 60.00%">' in html
    assert "<p><i>Fee</i> -£1,234.56 · <i>State</i> Held</p>" in html and "<p><i>Fee</i> €0.05</p>" in html
    assert "&lt;i&gt;" in html and html.count("<p>") == 2


def test_row_of_two_lines_stays_on_one_page() -> None:
    heads = tuple(Head(f"Column {n}") for n in range(4))
    rows = [tuple(f"cell {row}.{n}" for n in range(4)) for row in range(120)]
    pages = texts(document(Table(heads, rows, lead=(100, 100))).render())
    assert len(pages) > 2
    for row in range(120):
        assert any(f"cell {row}.0" in page and f"cell {row}.3" in page for page in pages)


def test_texts_are_escaped() -> None:
    bad = Document(
        title=BAD,
        reference=BAD,
        foot=BAD,
        notice=BAD,
        watermark=BAD,
        letterhead=Letterhead(BAD, (BAD,), logo="https://example.org/x.png", colour="red; } x {"),
        parts=(
            Heading(BAD),
            Facts(((BAD, BAD),)),
            Totals(((BAD, BAD),)),
            Table((Head(BAD),), [(BAD,)]),
            Chart("pie", (BAD,), (Series(BAD, (1,)),), title=BAD),
            RichText(BAD),
        ),
    ).html()
    assert "<script" not in bad and "example.org" not in bad and "red;" not in bad
    assert bad.count("</style") == 1


def test_heading_is_kept_with_its_part() -> None:
    chart = Chart("column", ("Jan",), (Series("Hours", (4,)),))
    body = document(Heading("Hours"), chart, Columns(((Facts((("A", "1"),)),), (Facts((("B", "2"),)),)))).body()
    assert body.index('<div class="kept"><div class="heading">') < body.index("<svg") < body.index('class="columns"')
    assert body.count('<div class="kept">') == 2


@pytest.mark.parametrize("before", range(645, 690, 15))
def test_neither_a_heading_nor_a_table_head_ends_a_page(before: int) -> None:
    class Room(Part):
        style = f".space {{ height: {before}pt }}"

        def html(self) -> Markup:
            return Markup('<div class="space"></div>')

    rows = [(f"row {n}",) for n in range(60)]
    first = texts(document(Room(), Heading("Lessons"), Table((Head("Lesson"),), rows)).render())[0]
    assert ("row 0" in first) is ("Lessons" in first)


def test_every_page_has_its_notice_its_number_and_its_watermark() -> None:
    rows = [(FIRST + dt.timedelta(days=n), f"Lesson {n}", 4_500, "GBP", "held") for n in range(60)]
    example = document(
        Table(LESSONS, rows),
        PageBreak(),
        RichText("<p>The end</p>"),
        reference="Sam Student",
        watermark="Draft",
        letterhead=Letterhead("Staffroom Oxford", ("Oxford",)),
        notice="Test system",
    )
    pages = texts(example.render())
    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of 3" in page and "Draft" in page and "Test system" in page
        assert "Staffroom Oxford · Report Sam Student" in page
    assert ["Lesson\n" in page or "Day" in page for page in pages] == [True, True, False]
    assert "The end" in pages[2] and "£45.00" in pages[0]


@pytest.mark.parametrize(
    ("kind", "series", "parts"),
    [
        ("column", [(100, -50, 0)], ['<rect x="', ">£1<", ">-£0.50<", ">Feb<"]),
        ("line", [(100, 50, 0), (1, 2, 3)], ["<polyline", 'stroke-dasharray="6 3"', "This year", "Last year"]),
        ("area", [(100, 50, 0)], ["<polygon", 'fill-opacity="0.18"', "<polyline"]),
        ("bar", [(100, -50, 0)], ['<rect x="', ">£1<", ">-£0.50<", ">Feb<", 'height="55pt"']),
        ("bar", [(100, 50, 0), (1, 2, 3)], ['height="100pt"', "This year", "Last year"]),
        ("pie", [(100, 300, 0)], ["Feb: £3 (75%)", "<path", "Mar: £0 (0%)"]),
        ("pie", [(100, 0, 0)], ["<circle", "(100%)"]),
        ("pie", [(0, 0, 0)], ["No figures yet"]),
        ("pie", [(1, -1, 0)], ["No figures yet"]),
        ("line", [(0, 0, 0)], ["No figures yet"]),
    ],
)
def test_charts_are_drawn(kind: str, series: Sequence[Sequence[float]], parts: Sequence[str]) -> None:
    named = [Series(title, values) for title, values in zip(("This year", "Last year"), series, strict=False)]
    chart = Chart(kind, ("Jan", "Feb", "Mar"), named, title="Fees", type="money", currency="GBP")  # type: ignore[arg-type]
    for part in parts:
        assert part in chart.html(), part
    assert "Fees" in texts(document(chart).render())[0]


def test_series_has_a_figure_for_each_label() -> None:
    with pytest.raises(ValueError, match="one figure"):
        Chart("line", ("Jan", "Feb"), (Series("Hours", (1,)),)).html()
