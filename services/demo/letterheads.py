"""Letterheads of the organisations: finance stores them, teaching has a copy."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from services.demo.world import ORGANISATIONS

_COLOURS = {1: "#12404a", 2: "#5b2f77", 3: "#175f43", 4: "#0c5557", 5: "#8a4016"}
_ADDRESSES = {
    1: ("King's Mead House\n14 Holywell Street\nOxford OX1 3BN", "+44 1865 496000"),
    2: ("3 Gower Mews\nLondon WC1E 6HP", "+44 20 7946 0000"),
    3: ("Rua do Salitre 40\n1250-200 Lisboa", "+351 21 000 0000"),
    4: ("8 Trumpington Court\nCambridge CB2 1QA", "+44 1223 496000"),
    5: ("King's Mead House\n14 Holywell Street\nOxford OX1 3BN", "+44 1865 496001"),
}


def letterheads() -> list[dict[str, Any]]:
    """Return the fields of each letterhead that other services know."""
    return [
        {
            "id": number,
            "name": f"Staffroom {title} {'Lda' if country == 'PT' else 'Ltd'}",
            "address": _ADDRESSES[number][0],
            "email": f"accounts.{title.lower()}@staffroom.example",
            "phone": _ADDRESSES[number][1],
            "website": "www.staffroom.example",
            "colour": _COLOURS[number],
            "logo": _logo(title, _COLOURS[number]),
        }
        for number, title, _, country in ORGANISATIONS
    ]


def _logo(title: str, colour: str) -> str:
    """Return a logo with the organisation's name, as an SVG in a data: URL."""
    # without ligatures, so that text copied from a PDF has none
    font = 'font-family="DejaVu Sans, sans-serif" style="font-variant-ligatures: none"'
    return "data:image/svg+xml," + quote(
        '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="46" viewBox="0 0 104 32">'
        f'<rect width="32" height="32" rx="8" fill="{colour}"/>'
        '<path d="M9 22.5c2.2 1.4 4.4 2 6.8 2 4.300 0 7.200-2.200 7.200-5.600 0-7-10.600-3.900-10.600-8.100 0-1.500 '
        '1.300-2.500 3.500-2.500 1.900 0 3.700.5 5.400 1.600" fill="none" stroke="#f4f1e8" stroke-width="2.600" '
        'stroke-linecap="round"/><circle cx="24.500" cy="8" r="2.300" fill="#e0a33e"/>'
        f'<text x="40" y="17" {font} font-size="11" font-weight="bold" fill="{colour}">Staffroom</text>'
        f'<text x="40" y="27" {font} font-size="7.500" fill="#5a686b">{title}</text></svg>'
    )
