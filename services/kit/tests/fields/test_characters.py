"""Names without invisible characters, and texts within a cell."""

from __future__ import annotations

import pytest

from kit.errors import Invalid
from kit.values import Text
from kit.values.characters import seen
from kit.values.shown import CUT, LONGEST, cut, shown


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u200e\u200f",
        "\u00ad",
        "\u3164",
        "\u115f\u1160",
        "\u2800\u2800",
        "\u202e\u202c",
        "\ufeff \u00a0",
        "\ufe0f",
        "\u2060",
        "\u0301",
        "\u034f",
        "\U000e0061",
    ],
)
def test_name_of_invisible_characters_is_blank(name: str) -> None:
    with pytest.raises(Invalid) as refused:
        Text(required=True).parse(name)
    assert refused.value.text == "Field is required"
    assert Text().parse(name) == ""


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada\u200b Love\u00adlace", "Ada Lovelace"),
        ("A\u200dda", "Ada"),
        ("\u202eAda\u202c", "Ada"),
        ("A\u3164da", "Ada"),
        ("Ada\ufeff", "Ada"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\u0645\u06cc\u200c", "\u0645\u06cc"),
        ("\u0645\u200b\u06cc", "\u0645\u06cc"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"),
        ("\U0001f469\u200d\U0001f680 Ada", "\U0001f469\u200d\U0001f680 Ada"),
        (
            "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f468",
            "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f468",
        ),
        (
            "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ada",
            "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ada",
        ),
        ("Zoe\u0308", "Zoe\u0308"),
    ],
)
def test_invisible_characters_stay_where_a_script_needs_them(name: str, kept: str) -> None:
    assert Text().parse(name) == kept
    assert seen(name).strip() == kept


@pytest.mark.parametrize("sign", ["a", "\u00e9", "\U0001f600"])
def test_text_is_truncated_by_the_units_of_a_cell(sign: str) -> None:
    units = len(sign.encode("utf-16-le")) // 2
    fits = sign * (LONGEST // units)
    assert cut(fits) == fits
    for longer in (fits + sign, "x" + fits + sign):
        short = cut(longer)
        assert short.endswith(CUT)
        assert len(short.encode("utf-16-le")) // 2 <= LONGEST
        assert longer.startswith(short.removesuffix(CUT))
    assert shown("<p>" + "b" * 40_000 + "</p>", "richtext").endswith(CUT)
