"""The colours of documents. Chart colours also differ in lightness, so that they stay distinct in a black-and-white
print."""

ACCENT = "#12404a"
INK = "#1d2b2f"
SOFT = "#5a686b"
LINE = "#e4e1d8"
SERIES = ("#12404a", "#a4512f", "#5f9aa3", "#d9a955", "#8b6f9c", "#c3d3ca")
"""The colours of series or slices, in this order; repeated after the last."""


def of_series(place: int) -> str:
    return SERIES[place % len(SERIES)]
