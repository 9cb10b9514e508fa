"""Demo locations."""

from __future__ import annotations

from typing import Any

from services.demo.calendar import ROOM_NAMES
from services.demo.tables import Record


def locations() -> list[Record]:
    """Return buildings with their rooms, Zoom rooms, and places outside."""
    buildings = (
        ("Oxford, King's Mead House", 1, "Oxpens Road", "Oxford", "OX1 1RX"),
        ("Oxford, Wytham Court", 1, "11 West Way", "Oxford", "OX2 0QL"),
        ("London, Holborn", 2, "44 Bedford Row", "London", "WC1R 4LL"),
        ("Lisboa, Chiado", 3, "Rua Garrett 62", "Lisboa", "1200-204"),
        ("Cambridge, Mill Lane", 4, "3 Mill Lane", "Cambridge", "CB2 1RX"),
    )
    rows: list[Record] = []

    def add(title: str, kind: str, organisation: int, place: tuple[str, str, str], **more: Any) -> int:
        record = {
            "id": len(rows) + 1,
            "title": title,
            "type": kind,
            "status": more.get("status", "active"),
            "parent_id": more.get("parent"),
            "organisation_id": organisation,
            "capacity": more.get("capacity"),
            "line1": place[0],
            "city": place[1],
            "postcode": place[2],
        }
        rows.append(record)
        return len(rows)

    for title, organisation, *place in buildings:
        where = (place[0], place[1], place[2])
        building = add(title, "building", organisation, where)
        for number, room in enumerate(ROOM_NAMES[: 8 if organisation == 1 else 4]):
            add(
                f"{room} room",
                "room",
                organisation,
                where,
                parent=building,
                capacity=(2, 4, 6, 10, 12, 16, 30, 60)[number],
            )
    for number in range(1, 4):
        add(f"Zoom {number}", "zoom", 5, ("", "Oxford", ""))
    add("Student's home", "external", 1, ("", "", ""))
    add("Bristol library", "external", 5, ("College Green", "Bristol", "BS1 5TL"), status="retired")
    return rows
