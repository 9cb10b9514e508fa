"""The tools of the Helm chart's tests: helm, a Kubernetes API server, and the definitions of other projects' objects
(CloudNativePG, KEDA, Prometheus, Gateway API).

Tools that the machine lacks are built from the Go proxy into `.cache/go` with pinned versions. That takes minutes and
happens only by name (`make test ONLY=chart`).
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from devstack.bootstrap import say, tail
from devstack.layout import ROOT, Trouble
from devstack.tools import debian

CHART = ROOT / "charts" / "staffroom"
EXAMPLES = ROOT / "charts" / "examples"
GO = ROOT / ".cache" / "go"
HELM = "v3.21.4"
KUBERNETES = "v1.34.4"
DEFINITIONS = {
    "sigs.k8s.io/gateway-api@v1.3.0": ("config/crd/standard/gateway.networking.k8s.io_httproutes.yaml",),
    "github.com/cloudnative-pg/cloudnative-pg@v1.27.0": (
        "config/crd/bases/postgresql.cnpg.io_clusters.yaml",
        "config/crd/bases/postgresql.cnpg.io_databases.yaml",
    ),
    "github.com/kedacore/keda/v2@v2.17.2": (
        "config/crd/bases/keda.sh_scaledobjects.yaml",
        "config/crd/bases/keda.sh_triggerauthentications.yaml",
    ),
    "github.com/prometheus-operator/prometheus-operator@v0.85.0": (
        "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml",
        "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml",
    ),
}
"""Go modules with the definitions of objects that the chart makes, and the files in them."""
APIS = ("keda.sh/v1alpha1",)
"""API versions of a cluster with KEDA, for `helm template`."""


def helm() -> Path | None:
    """Return the pinned helm if it was built, else the machine's, else None."""
    built = GO / "bin" / "helm"
    installed = shutil.which("helm")
    return built if built.exists() else Path(installed) if installed else None


def api_server() -> Path | None:
    """Return the API server if it was built."""
    built = GO / "bin" / "kube-apiserver"
    return built if built.exists() else None


def build_helm() -> Path:
    """Return helm, built with Go if the machine has none.

    Raises:
        Trouble: there is neither helm nor Go, or the build failed.
    """
    if path := helm():
        return path
    if not shutil.which("go"):
        raise Trouble("The chart needs helm or Go 1.24: install one of them (Debian: `apt-get install golang`).")
    say(f"Building helm {HELM} with Go, once; that takes some minutes")
    _go(["install", f"helm.sh/helm/v3/cmd/helm@{HELM}"], GO)
    return GO / "bin" / "helm"


def missing() -> str:
    """Return why the chart's tests cannot run, with the remedy; empty if they can."""
    return "" if helm() else "there is no helm here; `make test ONLY=chart` builds it, with Go, in some minutes"


def prepare() -> None:
    """Build or install the missing tools.

    Raises:
        Trouble: there is no Go, or a build failed; with the end of its output.
    """
    build_helm()
    if not shutil.which("go"):
        return
    if not api_server():
        say(f"Building a Kubernetes API server {KUBERNETES} with Go, once; that takes some minutes")
        _build_api_server()
    if not shutil.which("etcd") and debian.may_install():
        say("Installing Debian's etcd, in which the API server stores")
        debian.install("etcd-server")


def _go(arguments: Sequence[str], cwd: Path) -> str:
    cwd.mkdir(parents=True, exist_ok=True)
    command = ["nice", "go", *arguments]
    environment = os.environ | {"GOBIN": str(GO / "bin"), "GOFLAGS": "-modcacherw"}
    done = subprocess.run(command, cwd=cwd, env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"`go {' '.join(arguments)}` failed:\n{tail(done.stderr, 12)}")
    return done.stdout


def _module(path: str) -> dict[str, Any]:
    """Download a Go module from the proxy. Returns its place as `go mod download -json` does."""
    downloaded: dict[str, Any] = json.loads(_go(["mod", "download", "-json", path], GO))
    return downloaded


def _build_api_server() -> None:
    """Build the API server. Kubernetes replaces its parts by folders of its tree; the proxy has them as modules."""
    source = Path(_module(f"k8s.io/kubernetes@{KUBERNETES}")["Dir"])
    part = KUBERNETES.replace("v1.", "v0.", 1)
    text = (source / "go.mod").read_text()
    text = re.sub(r"^module .*", "module staffroom.example/apiserver", text, flags=re.M)
    text = re.sub(r"^(\s*)(k8s\.io/[a-z-]+) => \./staging/.*", rf"\1\2 => \2 {part}", text, flags=re.M)
    place = GO / "apiserver"
    place.mkdir(exist_ok=True)
    (place / "go.mod").write_text(f"{text}\nrequire k8s.io/kubernetes {KUBERNETES}\n")
    (place / "go.sum").write_text((source / "go.sum").read_text())
    version = f"-ldflags=-X k8s.io/component-base/version.gitVersion={KUBERNETES}"  # helm asks for it
    _go(
        [
            "build",
            "-mod=mod",
            version,
            "-o",
            str(GO / "bin" / "kube-apiserver"),
            "k8s.io/kubernetes/cmd/kube-apiserver",
        ],
        place,
    )


def definitions() -> list[dict[str, Any]]:
    """Return the CustomResourceDefinitions that other projects publish."""
    files = [Path(_module(module)["Dir"]) / name for module, names in DEFINITIONS.items() for name in names]
    return [document for file in files for document in yaml.safe_load_all(file.read_text()) if document]


def run_helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run helm. Returns its output and exit code."""
    path = helm()
    if path is None:
        raise Trouble(missing())
    return subprocess.run([str(path), *arguments], cwd=ROOT, text=True, capture_output=True, check=False)


def render(*arguments: str) -> list[dict[str, Any]]:
    """Render the objects of the chart, with further arguments of `helm template`.

    Raises:
        Trouble: helm refused; with its message.
    """
    done = run_helm(
        "template", "staffroom", str(CHART), "--namespace", "office", f"--kube-version={KUBERNETES}", *arguments
    )
    if done.returncode:
        raise Trouble(done.stderr)
    return [document for document in yaml.safe_load_all(done.stdout) if document]
