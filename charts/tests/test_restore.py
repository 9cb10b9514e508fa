"""The Jobs of a restore, which are rendered separately and belong to no release, and the alerts on backups."""

from __future__ import annotations

import kubernetes_validate
import pytest

from devstack.layout import SERVICES
from devstack.tools import chart

from . import test_objects
from .conftest import EXAMPLES, Object, containers, kind, rendered
from .test_network import Pods

ARGUMENTS = (
    "--set",
    "backup.restore.args={latest,--into,/restored/postgres}",
    "--set",
    "backup.restore.claim=restored",
)
STREAMS = '{"identity":5000000,"people":17}'


def restore(values: str, *more: str) -> list[Object]:
    return chart.render("-f", str(EXAMPLES[values]), *more, "-s", "templates/restore.yaml")


def test_the_job_restores_into_its_volume_as_the_user_of_postgres() -> None:
    objects = restore("external", *ARGUMENTS, "--set", "backup.restore.user=26")
    [job] = objects
    kubernetes_validate.validate(job, "1.34", strict=True)
    test_objects.test_pods_are_restricted(objects)
    spec = job["spec"]["template"]["spec"]
    assert (spec["securityContext"]["runAsUser"], spec["securityContext"]["fsGroup"]) == (26, 26)
    [container] = spec["containers"]
    assert container["args"] == ["restore", "latest", "--into", "/restored/postgres"]
    assert container["envFrom"] == [{"secretRef": {"name": "staffroom-storage"}}]
    env = {entry["name"]: entry.get("value") for entry in container["env"]}
    assert env["STAFFROOM_BACKUP_IDENTITY"] == "/run/identity/identity"
    assert env["STAFFROOM_STORAGE_URL"] == "s3://staffroom", "objects go where files reads them"
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    assert volumes["restored"]["persistentVolumeClaim"]["claimName"] == "restored"


def test_objects_of_a_volume_are_restored_next_to_the_data() -> None:
    [job] = restore("external", *ARGUMENTS, "--set", "storageUrl=file:///var/lib/staffroom/objects")
    env = {entry["name"] for entry in job["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert "STAFFROOM_BACKUP_TO" in env and "STAFFROOM_STORAGE_URL" not in env


def test_after_the_restore_of_another_tool_a_job_queries_each_database() -> None:
    """CloudNativePG accepts no superuser from outside, so each service's own role is used."""
    objects = restore("medium", "--set", "backup.restore.after=true")
    [job] = objects
    kubernetes_validate.validate(job, "1.34", strict=True)
    test_objects.test_pods_are_restricted(objects)
    [container] = job["spec"]["template"]["spec"]["containers"]
    env = {entry["name"]: entry["valueFrom"]["secretKeyRef"] for entry in container["env"]}
    assert container["args"] == ["after", *(f"$({name})" for name in sorted(env))]
    assert env["PEOPLE"] == {"name": "staffroom-databases", "key": "people-url"} and len(env) == len(SERVICES)
    assert Pods("medium", "--set", "backup.restore.after=true").leaves("after-restore", 5432)


@pytest.mark.parametrize("values", ["external", "medium"])
def test_job_rebuilds_each_stream_after_its_migration(values: str) -> None:
    objects = restore(values, "--set-json", f"backup.restore.streams={STREAMS}")
    assert [job["metadata"]["name"] for job in objects] == ["staffroom-identity-restream", "staffroom-people-restream"]
    test_objects.test_pods_are_restricted(objects)
    processes = {one["metadata"]["name"]: one["spec"]["template"] for one in kind(rendered(values), "Deployment")}
    for job, service, position in zip(objects, ("identity", "people"), ("5000000", "17"), strict=True):
        kubernetes_validate.validate(job, "1.34", strict=True)
        first, then = containers(job["spec"]["template"])
        assert first["args"] == ["migrate", service]
        again = "--anew"  # allow words-of-a-manual: the flag of restream
        assert then["args"] == ["restream", service, again, "--to", position]
        [events] = processes[f"staffroom-{service}-events"]["spec"]["containers"]
        assert then["image"] == events["image"]
        names = {entry["name"] for entry in then["env"]}
        assert names >= {"STAFFROOM_DATABASE_URL", "STAFFROOM_NATS_URL", "STAFFROOM_SERVICE_KEY"}
        assert then["volumeMounts"] == events["volumeMounts"]


def test_jobs_reach_only_the_database_and_nats() -> None:
    more = ("--set-json", f"backup.restore.streams={STREAMS}", *ARGUMENTS)
    pods = Pods("external", *more)
    assert pods.leaves("people-restream", 5432) and pods.leaves("people-restream", 4222)
    assert not pods.leaves("people-restream", 6379) and not pods.opens("people-restream", "identity", 9000)
    assert pods.leaves("restore", 443) and not pods.leaves("restore", 4222)


def test_upgrade_renders_no_restore() -> None:
    names = {one["metadata"]["name"] for values in EXAMPLES for one in rendered(values)}
    assert not {name for name in names if "restore" in name or "restream" in name}


def test_alerts_on_backups_need_the_process_with_their_metrics() -> None:
    """Without it there are no metrics, and the alert on missing ones would never end."""

    def rules(values: str, *more: str) -> set[str]:
        objects = rendered(values, "--set", "monitoring.rules=true", *more)
        return {one["metadata"]["name"] for one in kind(objects, "PrometheusRule")}

    assert rules("external") == {"staffroom-alerts", "staffroom-backups"}
    assert rules("external", "--set", "backup.wal=false") == {"staffroom-alerts"}
    assert rules("small") == {"staffroom-alerts"}
