"""The colours of documents. Those of a chart differ in lightness too, so that a print in grey can be read."""

ACCENT = "#12404a"
INK = "#1d2b2f"
SOFT = "#5a686b"
LINE = "#e4e1d8"
SERIES = ("#12404a", "#a4512f", "#5f9aa3", "#d9a955", "#8b6f9c", "#c3d3ca")
"""The series of a chart, or the slices of a pie, in this order; then again from the first."""


def of_series(place: int) -> str:
    return SERIES[place % len(SERIES)]
