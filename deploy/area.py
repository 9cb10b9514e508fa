"""The release of one area: `make release-area S=teaching` tests its service and its remote, tags the commit
`teaching-v1.103.0.1` and builds both images with that version.

The version is the version of the release it runs with, plus a count. Nothing is pushed unless REGISTRY names a
registry.
"""

import os

from deploy import fitting, images, version
from deploy.release import Unmade, commit_is_clean, run, write_notes
from deploy.release import tag as release_tag
from devstack.layout import ROOT, SERVICES, Trouble
from devstack.suite import parts
from devstack.suite.counting import Count, vitest_json
from devstack.suite.runner import WEB
from devstack.suite.testing import Suite


def release(area: str, wanted: str = "") -> None:
    """Test, tag and build an area; `wanted` is its version, by default the next one.

    Raises:
        Trouble: there is no such area, it does not fit the release, a test failed, or the tree has changes.
    """
    if area not in SERVICES:
        raise Trouble(f"There is no area {area!r}: give S= one of {', '.join(SERVICES)}.")
    commit_is_clean()
    number = chosen(area, wanted)
    fitting.check(area, release_tag(version.present()))
    if AreaSuite(area).run():
        raise Trouble(f"{area} is not released: a test failed.")
    tag = f"{area}-v{number}"
    notes = changes(area)
    folder = write_notes(f"{area}-{number}", notes)
    run(["git", "tag", "--annotate", tag, "--message", f"{area} {number}\n\n{notes}"])
    unmade = Unmade()
    with unmade.noted("images"):
        images.engine()
    built = [] if unmade.reasons else images.of_area(area, number)
    images.build(built)
    if registry := os.environ.get("REGISTRY", ""):
        images.push(built, registry)
    print(f"{tag}: its notes are in {folder}. {unmade}Next: git push origin {tag}")
    print(f"docker-compose: STAFFROOM_{area.upper()}_VERSION={number} in .env, then docker compose up --detach --wait")
    print(f"Kubernetes: helm upgrade with --set areas.{area}.tag={number}")


def chosen(area: str, wanted: str) -> str:
    """Return the version of an area's release.

    Raises:
        Trouble: `wanted` is not of this release, or taken.
    """
    release_number = version.present()
    start = f"{area}-v{release_number}."
    taken = {int(tag.removeprefix(start)) for tag in images.git("tag", "--list", f"{start}*").split()}
    number = wanted or f"{release_number}.{max(taken, default=0) + 1}"
    count = number.removeprefix(f"{release_number}.")
    if not count.isdigit() or count == number:
        raise Trouble(f"{number} is no version of an area: give that of the release and a count, {release_number}.1.")
    if int(count) in taken:
        raise Trouble(f"{area} {number} is already released: leave VERSION out for the next one.")
    return number


def changes(area: str) -> str:
    """Return the subjects of the commits to an area since its last release."""
    places = (f"services/{area}", f"web/apps/{area}", "services/kit", "proto", "requirements.lock")
    last = images.git("describe", "--abbrev=0", "--match", f"{area}-v*", "--match", "v*")
    since = [f"{last}..HEAD"] if last else []
    subjects = images.git("log", "--format=- %s", *since, "--", *places)
    return subjects or "- Nothing that git tells of: this checkout has no history, or nothing has changed."


class AreaSuite(Suite):
    """Run the tests of one area: its service, its remote, and the contracts between services."""

    def __init__(self, area: str) -> None:
        super().__init__(["proto", "web", "unit"])
        self.area = area

    def web(self) -> Count:
        """Run the unit tests of the remote."""
        project = f"web/apps/{self.area}"
        for part in parts.web_projects():
            if part.name == project:
                return self.spare(part) or self.of_remote(f"apps/{self.area}/")
        return Count()

    def of_remote(self, folder: str) -> Count:
        """Run the unit tests in a folder of the web."""
        report = self.results / "vitest.json"
        done = self.run_vitest([folder], report)
        if done.returncode:
            print(done.output, flush=True)
            return Count(failed=1)
        return vitest_json(report, WEB / folder)

    def unit(self) -> Count:
        """Run the tests of the service, before a whole system."""
        places = [place for place in parts.places() if (ROOT / "services" / self.area) in place.parents]
        stale = [place for place in places if self.spare(parts.pytest(place)) is None]
        if not stale:
            return self.spared
        return sum(map(self.pytest, stale), self.stack(whole=True))
