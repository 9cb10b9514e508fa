"""Skeletons: files rendered from `templates`, and the lines that register them in existing files.

Each function returns the paths it wrote or changed, and the remaining steps as sentences. Nothing is overwritten:
raises ValueError if a file already exists, or a name is invalid.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from string import Template

from kit.scaffold import insertion
from kit.values.labels import humanize

TEMPLATES = Path(__file__).parent / "templates"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
Made = tuple[list[Path], list[str]]
_LAST_STEPS = """\
python -m devstack gateway: the gateway's claims and rules follow the routes
pytest services/{service}/tests/test_conformance.py --print-rights, and read services/{service}/tests/rights.md
make api-types, which prints the roles of the new calls: without them the area does not build
the page's entry in the menu: `menu` of web/apps/{service}/src/{module}/room.ts, then `npm run format` in web"""


def new_module(root: Path, service: str, module: str, record: str, path: str) -> Made:
    """Write a module of `service` with one kind of record: its attributes, table, field set, list at `/path`, demo
    rows."""
    _check(module, record)
    source = _source(root, service)
    values = {
        "service": service,
        "module": module,
        "record": record,
        "path": path,
        "list": module,
        "RECORD": record.upper(),
        "LIST": f"{module.upper()}_LIST",
        "Title": humanize(record),
        "Titles": humanize(module),
        "titles": humanize(module).lower(),
    }
    demo = root / "services" / service / "demo"
    written = [
        *_write("module", source / module, values),
        *_write("examples", _tests(root, service) / module, values),
        *_write("demo", demo, values),
    ]
    insertion.add_import(demo / "__init__.py", f"from services.{service}.demo import {module}")
    insertion.add_item(demo / "__init__.py", "PARTS", f'Part("{module}", {module}.EMPTY, {module}.load)')
    wiring = source / "wiring.py"
    insertion.add_room(wiring, module)
    changed = [demo / "__init__.py", wiring, *_add_screen(root, service, module, path, values["Titles"])]
    steps = [
        f'make revision S={service} M="{values["Titles"]}"',
        *_LAST_STEPS.format(service=service, module=module).splitlines(),
    ]
    return [*written, *changed], steps


def new_list(root: Path, service: str, module: str, name: str, table: str, column: str = "title") -> Made:
    """Write a list of the rows of `table`, a name in the module's `model.py`, at `/name`, with their ids and texts of
    `column`."""
    _check(name.replace("-", "_"), table)
    source = _source(root, service)
    if not re.search(rf"^{table} = ", (source / module / "model.py").read_text(), re.MULTILINE):
        raise ValueError(f"{service}/{module}/model.py declares no table {table}")
    variable = name.replace("-", "_")
    camel = re.sub(r"-(\w)", lambda part: part[1].upper(), name)
    values = {
        "service": service,
        "module": module,
        "table": table,
        "path": name,
        "list": camel,
        "LIST": variable.upper(),
        "Titles": humanize(variable),
        "titles": humanize(variable).lower(),
        "file": variable,
        "column": column,
        "shown": re.sub(r"_(\w)", lambda part: part[1].upper(), column),
    }
    written = _write("list", source / module, values)
    declared = source / module / "module.py"
    insertion.add_import(declared, f"from {service}.{module}.{variable} import {variable.upper()}")
    insertion.add_argument(declared, "Module", "lists", variable.upper())
    examples = _tests(root, service) / module / "examples.py"
    insertion.add_entry(examples, "LISTS", camel, '{"filters": {}}')
    changed = [declared, examples, *_add_screen(root, service, module, name, values["Titles"])]
    steps = [
        f"columns, filters and the index of each sort in {written[0].relative_to(root)}",
        *_LAST_STEPS.format(service=service, module=module).splitlines(),
    ]
    return [*written, *changed], steps


def new_service(root: Path, service: str, purpose: str) -> Made:
    """Write a service without modules: its package, its conformance test, its route table and its area on the page."""
    _check(service)
    values = {"service": service, "Service": humanize(service), "purpose": purpose, "SERVICE": service.upper()}
    written = _write("service", root, values)
    services = root / "services.yml"
    services.write_text(f'{services.read_text()}{service}:\n  purpose: "{purpose}"\n  reads: []\n')
    steps = [
        "python -m devstack services: database, brokers, ports, containers, chart and docs follow services.yml",
        f"python -m kit new module {service} ...: its first records",
    ]
    return [*written, services], steps


def tidy(root: Path, paths: list[Path]) -> None:
    """Order imports, drop unused ones and format, as the linter requires: the order depends on the names."""
    python = [str(path) for path in paths if path.suffix == ".py"]
    for step in (["check", "--select", "F401,I", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *step, "--quiet", *python], cwd=root, check=False)


def _check(*names: str) -> None:
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name}: please take small letters, digits and underscores")


def _source(root: Path, service: str) -> Path:
    source = root / "services" / service / "src" / service
    if not (source / "wiring.py").exists():
        raise ValueError(f"There is no service {service}")
    return source


def _tests(root: Path, service: str) -> Path:
    return root / "services" / service / "tests"


def _write(kind: str, target: Path, values: dict[str, str]) -> list[Path]:
    """Write the files of a skeleton below `target`, with `values` substituted in their names and texts."""
    folder = TEMPLATES / kind
    texts = {
        target / Template(str(source.relative_to(folder).with_suffix(""))).substitute(values): source.read_text()
        for source in sorted(folder.rglob("*.tmpl"))
    }
    for path in texts:
        if path.exists():
            raise ValueError(f"{path} already exists")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(values))
    return list(texts)


def _add_screen(root: Path, service: str, module: str, path: str, title: str) -> list[Path]:
    """Add the screen of a list to the module's room of the page, and the room where there is none."""
    source = root / "web" / "apps" / service / "src"
    room = next(iter(sorted((source / module).glob("room.ts*"))), None)
    if room is not None:
        insertion.add_route(room, path, title)
        return [room]
    name = re.sub(r"_(\w)", lambda part: part[1].upper(), module)
    written = _write("room", source, {"module": module, "room": name, "path": path, "Titles": title})
    insertion.gather_room(source / "area.tsx", module, name)
    return [*written, source / "area.tsx"]
