"""The persons and slips of the demo data."""

import datetime as dt

import pytest

from services.demo import slips, world


def test_titles_fit_first_names() -> None:
    women, men = {"Ms", "Miss", "Mrs"}, {"Mr"}
    assert set(world.FIRST_NAMES) > world.WOMEN
    for person in world.build().everyone():
        assert person.title not in (men if person.first_name in world.WOMEN else women), f"{person.title} {person.name}"


def test_the_young_are_no_doctors() -> None:
    people = world.build().people
    assert not {"Dr", "Mrs"} & {person.title for kind in ("student", "candidate") for person in people[kind]}


@pytest.mark.parametrize("later", range(7))
def test_the_demo_invigilator_has_slips_whatever_the_day(later: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The weekday changes the random sequence."""
    monkeypatch.setattr(slips, "TODAY", world.TODAY + dt.timedelta(days=later))
    demo_world = world.build()
    (invigilator,) = (person for person in demo_world.people["invigilator"] if person.username == "invigilator")
    assert any(slip["invigilator_id"] == invigilator.id for slip in slips.slips(demo_world))
