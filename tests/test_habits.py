"""What the project's files for others say of each other is so: versions, pins, names of commands, what a container takes."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import readable
import yaml

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LISTS = sorted((ROOT / "requirements").glob("*.txt"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)((?: ;.*?)?)(?: \\)?$", re.MULTILINE)


def plain(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    for job in plain(workflow)["jobs"].values():
        yield from job["steps"]


def pinned(group: str) -> dict[str, str]:
    named = [line for line in PROJECT["dependency-groups"][group] if isinstance(line, str) and "==" in line]
    return {name.partition("[")[0]: version for name, _, version in (line.partition("==") for line in named)}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_of_others_are_pinned_and_nothing_may_more_than_it_needs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for line in re.findall(r"uses: (.+)", text):
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    workflow = plain(path)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"], name
        writes = [right for right, how in job["permissions"].items() if how == "write"] if "permissions" in job else []
        assert not writes or path.stem == "release", f"{name} may write {writes}"
    for step in steps(path):
        if "actions/checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for goal in re.findall(r"\bmake ([a-z][\w-]*)", text):
        assert re.search(rf"^{goal}:", MAKEFILE, re.MULTILINE), f"there is no `make {goal}`"
    for file in re.findall(r"\b((?:scripts|tests|requirements)/[\w/.-]+)", text):
        assert (ROOT / file).exists(), file


def test_the_same_pythons_are_tested_promised_and_built() -> None:
    tested = plain(ROOT / ".github" / "workflows" / "checks.yml")["jobs"]["tests"]["strategy"]["matrix"]
    built = [f"{name[2]}.{name[3:5]}" for name in PROJECT["tool"]["cibuildwheel"]["build"]]
    named = re.findall(r"Programming Language :: Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert tested["python"] == built == named
    assert tested["build"] == ["compiled", "interpreted"]
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"


def test_a_commit_is_looked_at_by_the_same_tools_as_everything() -> None:
    wanted = {**pinned("dev"), **pinned("release")}
    dev = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    locked = {name: version for name, version, _ in PIN.findall(dev)}
    for hook in plain(ROOT / ".pre-commit-config.yaml")["repos"][0]["hooks"]:
        for line in hook["additional_dependencies"]:
            name, _, version = line.partition("==")
            assert version == (wanted.get(name) or locked[name.lower()]), line


def test_one_environment_can_hold_all_that_is_locked() -> None:
    """`make` installs several lists into one environment: where two of them name a package, they name the same one."""
    versions: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for path in LISTS:
        for name, version, marker in PIN.findall(path.read_text(encoding="utf-8")):
            versions[name, marker][path.stem] = version
    torn = {key: found for key, found in versions.items() if len(set(found.values())) > 1}
    assert torn == {}


def test_every_list_has_hashes() -> None:
    for path in LISTS:
        text = path.read_text(encoding="utf-8")
        if path.stem != "train":  # which says why it has none
            assert text.count("--hash=sha256:") >= len(PIN.findall(text)) > 0, path.name


def test_configuration_can_be_read(tmp_path: Path) -> None:
    files = [*WORKFLOWS, *ROOT.glob("*.toml"), *ROOT.glob("*.yaml"), *ROOT.glob(".*.yaml"), ROOT / "CITATION.cff"]
    files += [*(ROOT / ".github").glob("*.yml"), *(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")]
    assert list(readable.troubles([str(path) for path in files])) == []
    broken = tmp_path / "broken.yaml"
    broken.write_text("a: [", encoding="utf-8")
    assert [line.split(" cannot ")[0] for line in readable.troubles([str(broken)])] == [str(broken)]


def test_the_release_that_is_cited_is_the_one_that_is_here() -> None:
    assert plain(ROOT / "CITATION.cff")["version"] == PROJECT["project"]["version"]
    assert f"\n## {PROJECT['project']['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_container_gets_all_that_its_steps_name_and_little_else() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"]
    for name in kept:
        assert (ROOT / name).exists(), name
    docker = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for source in re.findall(r"^COPY (?!--from)(\S+)", docker, re.MULTILINE):
        assert source == "." or source in kept, source
    needed = {"hatch_build.py", "pyproject.toml", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    called = set(re.findall(r'"(\w+\.py)"', (ROOT / "hatch_build.py").read_text(encoding="utf-8"))) - {
        "setup.py",
        "__init__.py",
    }
    needed |= {f"scripts/{name}" for name in called}
    assert needed <= set(kept), needed - set(kept)


@pytest.mark.parametrize("path", sorted(ROOT.glob("compose*.yaml")), ids=lambda path: path.stem)
def test_a_composed_server_has_no_privileges(path: Path) -> None:
    services = plain(path)["services"]
    server = services["loot"]
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert server["security_opt"] == ["no-new-privileges:true"]
    for service in services.values():
        for port in service.get("ports", []):
            assert fnmatch(port, "${LOOT_BIND:-127.0.0.1:*}:*"), "others reach it only when somebody says so"
        for file in service.get("volumes", []):
            source = file.partition(":")[0]
            assert not source.startswith(".") or (ROOT / source).is_file(), file


def test_what_kubernetes_is_told_fits_the_server() -> None:
    told = list(yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8")))
    deployed = {one["metadata"]["name"]: one["spec"]["template"]["spec"] for one in told if one["kind"] == "Deployment"}
    (server,), (pool,) = (deployed[name]["containers"] for name in ("loot", "loot-brains"))
    for container in (server, pool):
        assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
        assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
        safe = container["securityContext"]
        assert (safe["readOnlyRootFilesystem"], safe["allowPrivilegeEscalation"]) == (True, False)
        named = {port["name"] for port in container["ports"]}
        assert {container[probe]["httpGet"]["port"] for probe in ("livenessProbe", "readinessProbe")} <= named
    options = {word.partition("=")[0] for word in server["args"]}
    known = (ROOT / "loot_table" / "cli" / "serve.py").read_text(encoding="utf-8")
    for option in options:
        assert re.search(rf"^    {option.removeprefix('--').replace('-', '_')}: Annotated", known, re.MULTILINE), option
    variables = {one["name"] for container in (server, pool) for one in container["env"]}
    used = set(re.findall(r"\$\((\w+)\)", " ".join(server["args"])))
    assert used <= variables
    for name in variables - used - {"POD_IP", "PODS"}:
        assert any(name in path.read_text(encoding="utf-8") for path in (ROOT / "loot_table").rglob("*.py")), name
    services = {one["metadata"]["name"]: one["spec"] for one in told if one["kind"] == "Service"}
    labels = {one["spec"]["template"]["metadata"]["labels"]["app"] for one in told if one["kind"] == "Deployment"}
    assert {service["selector"]["app"] for service in services.values()} == labels == set(services)
    grace = deployed["loot"]["terminationGracePeriodSeconds"]
    assert grace >= 20, "as long as a stop may take"
