"""Modules of a service: one `Module` a room, named in the wiring, put together by `Service`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
import sqlalchemy as sa

from kit.jobs import Job
from kit.service import Declarations, Module, Service, modules
from staffroom_testing.examples import examples_of

ROOT = Path(__file__).parents[3]
FIRST, SECOND, OWN = (Job(name, lambda _: None) for name in ("first", "second", "own"))


def _passes() -> None:
    """A check of readiness that holds."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which packages are imported; what is imported from it is forgotten after the test."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__spec__", "")):
            del sys.modules[name]


def test_a_service_holds_what_its_modules_declare_and_its_own() -> None:
    service = Service(
        name="toyrooms",
        metadata=sa.MetaData(),
        modules=(Module(jobs=(FIRST,), checks={"disk": _passes}), Module(jobs=(SECOND,), uses=())),
        jobs=(OWN,),
        checks={"clock": _passes},
    )
    assert [job.name for job in service.jobs][:3] == ["first", "second", "own"]
    assert set(service.readiness()) == {"database", "disk", "clock"}


def test_a_module_declares_every_part_that_a_service_does() -> None:
    of_module, of_service = ({part.name for part in fields(kind)} for kind in (Module, Service))
    assert of_module == {part.name for part in fields(Declarations)}
    assert of_service - of_module == {"name", "metadata", "modules", "wsgi", "references"}


def test_two_checks_of_one_name_are_refused() -> None:
    rooms = (Module(checks={"disk": _passes}), Module(checks={"disk": _passes}))
    with pytest.raises(ValueError, match="toyrooms has two checks named disk"):
        Service(name="toyrooms", metadata=sa.MetaData(), modules=rooms)


def test_background_tasks_of_a_module_want_an_event_loop() -> None:
    async def watch() -> None:
        """Watch nothing."""

    with pytest.raises(ValueError, match="no event loop"):
        Service(name="toyrooms", metadata=sa.MetaData(), modules=(Module(background=(watch,)),), wsgi=True)


def test_rooms_are_named_by_their_folders_in_order(house: Path) -> None:
    for room in ("attic", "cellar"):
        (house / "toyhouse" / room).mkdir(parents=True)
        (house / "toyhouse" / room / "module.py").write_text("from kit.service import Module\nMODULE = Module()\n")
    cellar, attic = modules("toyhouse", "cellar", "attic")
    assert cellar is sys.modules["toyhouse.cellar.module"].MODULE
    assert attic is sys.modules["toyhouse.attic.module"].MODULE
    with pytest.raises(ModuleNotFoundError, match=r"toyhouse\.kitchen"):
        modules("toyhouse", "kitchen")


@pytest.mark.parametrize("wiring", sorted(ROOT.glob("services/*/src/*/wiring.py")), ids=lambda path: path.parent.name)
def test_every_module_of_a_service_is_in_its_table_of_contents(wiring: Path) -> None:
    """A `module.py` that no wiring names would be silent."""
    text = wiring.read_text()
    rooms = {path.parent.name for path in wiring.parent.glob("*/module.py")}
    assert rooms and rooms == {room for room in rooms if f'        "{room}",\n' in text}


def test_examples_of_rooms_are_put_together_and_each_thing_has_one(house: Path) -> None:
    tests = house / "services" / "toyhouse" / "tests"
    for room, texts in {"attic": "FIELDS = {'box': {}}", "cellar": "LISTS = {'boxes': {}}"}.items():
        (tests / room).mkdir(parents=True)
        (tests / room / "examples.py").write_text(f"{texts}\n")
    found = examples_of(tests)
    assert (found.fields, found.moves, found.lists) == ({"box": {}}, {}, {"boxes": {}})
    (tests / "shed").mkdir()
    (tests / "shed" / "examples.py").write_text("FIELDS = {'box': {}}\n")
    with pytest.raises(ValueError, match=r"shed/examples\.py has examples that another room has: box"):
        examples_of(tests)
