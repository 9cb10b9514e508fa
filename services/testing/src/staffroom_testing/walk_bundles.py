"""Bundles: every account's print contains exactly the records that its list shows."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.documents import pdf
from kit.http.operations import fixed_path
from kit.jobs.worker import Runner
from kit.lists import Bundle
from kit.lists.exports.printing import NOT_FOUND
from kit.policy import Actor
from staffroom_testing.demo import accounts
from staffroom_testing.walk_rows import RowWalk
from staffroom_testing.walking import NOBODYS

_RECORDS = 20
"""Number of records that each account asks to print, whether it sees them or not."""


class BundleWalk(RowWalk):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def bundle_cases(cls) -> dict[str, Bundle]:
        return {bundle.spec.name: bundle for bundle in cls.service.bundles}

    def test_bundle_contains_only_records_of_its_reader(
        self, demo: Database, bundle_case: Bundle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spec = bundle_case.spec
        files: list[bytes] = []

        def keep(path: Path, *_: Any) -> int:
            files.append(path.read_bytes())
            return len(files)

        monkeypatch.setattr(store, "put", keep)
        monkeypatch.setattr(pdf, "draw", lambda *_, **__: blank())
        every = sa.select(spec.key).select_from(spec.source).order_by(sa.func.md5(sa.cast(spec.key, sa.Text)))
        ids = [next(iter(row.values())) for row in demo.all(every.limit(_RECORDS))] + [NOBODYS]
        path, printed = f"{fixed_path(spec.path)}/print", 0
        for who, actor in accounts().items():
            if not bundle_case.may(actor):
                for call in (path, f"{path}/summary"):
                    assert self.call(who, "POST", call, json={"ids": ids}).status_code in (401, 403), who
                continue
            seen = {row["id"] for row in self._rows(spec, who, actor)}
            whole = self.call(who, "POST", f"{path}/summary", json={})
            if 0 < len(seen) <= bundle_case.most:
                assert whole.json()["data"]["total"] == len(seen), (who, whole.text)
            else:
                assert whole.status_code == 422, (who, whole.text)
            result = self._printed(bundle_case, who, actor, path, ids)
            assert [row["id"] for row in result["rows"]] == ids
            for row in result["rows"]:
                if row["id"] not in seen:
                    assert row == {"id": row["id"], **bundle_case.shown, "state": "skipped", "reason": NOT_FOUND}, who
            if result["printed"]:
                printed += result["printed"]
                with ZipFile(io.BytesIO(files.pop())) as archive:
                    assert len(archive.namelist()) == result["printed"], who
            assert not files, f"{who}: a file of nothing"
        assert printed, f"nobody can print any of {spec.name}"

    def _printed(self, bundle: Bundle, who: str, actor: Actor, path: str, ids: list[int]) -> dict[str, Any]:
        """Return the result of the job, which must match the summary."""
        summary = self.call(who, "POST", f"{path}/summary", json={"ids": ids}).json()["data"]
        started = self.call(who, "POST", path, json={"ids": ids, "format": "zip"})
        assert started.status_code == 202, (who, started.text)
        public = started.json()["data"]["id"]
        Runner(self.service.name, [bundle.job]).run(int(public.rpartition("-")[2]))
        job = self.call(who, "GET", f"/jobs/{public}").json()["data"]
        assert (job["state"], job["done"]) == ("done", len(ids)), (who, job["error"])
        result: dict[str, Any] = job["result"]
        assert (result["printed"], result["skipped"]) == (summary["ready"], len(summary["skipped"])), who
        left_out = [{**row, "state": "skipped"} for row in summary["skipped"]]
        assert [row for row in result["rows"] if row["state"] == "skipped"] == left_out, who
        return result


def blank() -> bytes:
    """Return a PDF of one empty page: the walk checks which documents there are, not their contents."""
    content = io.BytesIO()
    with pikepdf.new() as document:
        document.add_blank_page()
        document.save(content)
    return content.getvalue()
