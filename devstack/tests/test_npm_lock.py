"""The lock of the web's packages, which `npm ci` can read: tools that strip addresses must leave our own links."""

import json

from devstack.layout import ROOT

WEB = ROOT / "web"


def test_each_own_package_links_to_its_folder() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    links = {name: one.get("resolved", "") for name, one in packages.items() if one.get("link")}
    ours = {json.loads(path.read_text())["name"] for path in WEB.glob("libs/*/package.json")}
    assert {name.removeprefix("node_modules/") for name in links} >= ours
    assert [name for name, folder in links.items() if not (WEB / folder / "package.json").is_file()] == []


def test_no_package_names_a_registry() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert [name for name, one in packages.items() if "://" in one.get("resolved", "")] == []
