"""Modules of a service: one `Module` for each room, named in the wiring, assembled by `Service`."""

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
    """Pass, as a check of readiness."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which packages are imported; the imports are forgotten after the test."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(tmp_path) in str(getattr(sys.modules[name], "__spec__", "")):
            del sys.modules[name]


def test_service_has_the_declarations_of_its_modules_and_its_own() -> None:
    service = Service(
        name="toyrooms",
        metadata=sa.MetaData(),
        modules=(Module(jobs=(FIRST,), checks={"disk": _passes}), Module(jobs=(SECOND,), uses=())),
        jobs=(OWN,),
        checks={"clock": _passes},
    )
    assert [job.name for job in service.jobs][:3] == ["first", "second", "own"]
    assert set(service.readiness()) == {"database", "disk", "clock"}


def test_module_declares_every_part_of_a_service() -> None:
    of_module, of_service = ({part.name for part in fields(kind)} for kind in (Module, Service))
    assert of_module == {part.name for part in fields(Declarations)}
    assert of_service - of_module == {"name", "metadata", "modules", "wsgi", "references"}


def test_two_checks_with_one_name_are_refused() -> None:
    rooms = (Module(checks={"disk": _passes}), Module(checks={"disk": _passes}))
    with pytest.raises(ValueError, match="toyrooms has two checks named disk"):
        Service(name="toyrooms", metadata=sa.MetaData(), modules=rooms)


def test_background_tasks_of_a_module_need_an_event_loop() -> None:
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
def test_every_module_of_a_service_is_in_its_wiring(wiring: Path) -> None:
    """A `module.py` that no wiring names would be silently unused."""
    text = wiring.read_text()
    rooms = {path.parent.name for path in wiring.parent.glob("*/module.py")}
    assert rooms and rooms == {room for room in rooms if f'        "{room}",\n' in text}


def test_examples_of_rooms_are_merged_without_duplicates(house: Path) -> None:
    tests = house / "services" / "toyhouse" / "tests"
    for room, texts in {"attic": "FIELDS = {'box': {}}", "cellar": "LISTS = {'boxes': {}}"}.items():
        (tests / room).mkdir(parents=True)
        (tests / room / "examples.py").write_text(f"{texts}\n")
    examples = examples_of(tests)
    assert (examples.fields, examples.moves, examples.lists) == ({"box": {}}, {}, {"boxes": {}})
    (tests / "shed").mkdir()
    (tests / "shed" / "examples.py").write_text("FIELDS = {'box': {}}\n")
    with pytest.raises(ValueError, match=r"shed/examples\.py has examples that another room has: box"):
        examples_of(tests)
