"""The persons of the demo data."""

from services.demo import world


def test_titles_fit_first_names() -> None:
    women, men = {"Ms", "Miss", "Mrs"}, {"Mr"}
    assert set(world.FIRST_NAMES) > world.WOMEN
    for person in world.build().everyone():
        assert person.title not in (men if person.first_name in world.WOMEN else women), f"{person.title} {person.name}"


def test_young_persons_are_not_doctors() -> None:
    people = world.build().people
    assert not {"Dr", "Mrs"} & {person.title for kind in ("student", "candidate") for person in people[kind]}
