"""Manual reminders of late slips: by writer, with the age of the oldest."""

from __future__ import annotations

import pytest

from kit.database import Database
from services.teaching.tests.slips.test_reminding import make_late, notices
from services.teaching.tests.slips.test_writing import EWP, OFFICE, TUTOR
from staffroom_testing.plugin import ClientFor, Published

WRITERS, REMIND = "/api/v1/slip/late-writers", "/api/v1/slip/remind"


def test_writers_of_late_slips_are_reminded(client: ClientFor, database: Database, published: Published) -> None:
    make_late(database, hours=50)
    late = client(OFFICE).get(WRITERS).json()["data"]
    assert late == [{"kind": "tutor", "id": 1, "name": "Tom Tutor", "slips": 1, "oldestDays": 2}]
    row = client(OFFICE).get("/api/v1/slip/unwritten?page=1").json()["data"][0]
    assert (row["daysLate"], row["classSize"], row["eventId"]) == (2, 1, 20)
    response = client(OFFICE).post(REMIND, json={"ids": [EWP, 999]})
    assert response.json()["data"] == {"slips": 1, "writers": 1}
    (notice,) = notices(published)
    assert (notice["title"], notice["target"]) == ("A slip is 50 hours late", "/slips/to-write")
    assert [(one["kind"], one["id"]) for one in notice["persons"]] == [("tutor", 1)]


@pytest.mark.parametrize(("hours", "who", "status"), [(-2, OFFICE, 422), (2, TUTOR, 403)])
def test_slips_that_are_not_late_are_not_reminded(
    client: ClientFor, database: Database, hours: float, who: object, status: int
) -> None:
    make_late(database, hours=hours)
    assert client(who).post(REMIND, json={"ids": [EWP]}).status_code == status  # type: ignore[arg-type]  # the parameters are actors
    assert client(TUTOR).get(WRITERS).status_code == 403
