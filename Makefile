# Settings are given on the command line: `make up STAFFROOM_PORT=9080 DETACH=1`.
# Every target goes through devstack/bootstrap.py, which makes the Python environment when it is missing or stale.
PYTHON ?= python3
RUN := $(PYTHON) devstack/bootstrap.py
S ?=
M ?=
TO ?=
FROM ?=
AT ?=
KEY ?=
VERSION ?=
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help up down reset status logs restart env release release-area upgrade proto proto-release api-types web migrate revision lock images test lint bench load backup restore kit deploy prometheus renew

help: ## list every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

up: ## install, build, start everything, load the demo data; Ctrl+C stops it (DETACH=1 leaves it running)
	@$(RUN) up

down: ## stop everything in reverse order; the data stays
	@$(RUN) down

reset: ## stop everything and empty it
	@$(RUN) reset

status: ## what runs, with ports, restarts and memory
	@$(RUN) status || [ $$? -eq 3 ]

logs: ## follow the logs, S=name for one component
	@$(RUN) logs $(S)

release: ## make the release VERSION=1.103.0: commit, tag, images, chart, notes; REGISTRY=host/folder pushes images and chart
	@$(RUN) release

release-area: ## release one area, S=teaching: test its service and remote, tag, build both images; VERSION=1.103.0.2 or the next; REGISTRY=... pushes
	@$(RUN) deploy area "$(S)" --version "$(VERSION)"

upgrade: ## bring the running system to the release of this tree: check, backup, migrations, processes one by one (BACKUP=0: none)
	@$(RUN) upgrade

restart: ## restart one component, S=name
	@$(RUN) restart $(S)

renew: ## replace a secret of the instance, S=name; the next `make up` gives it to the processes
	@$(RUN) renew $(S)

env: ## print the environment for running one test by hand
	@$(RUN) env

proto: ## generate code from proto/ into build/proto
	@$(RUN) proto

proto-release: ## make the present proto/ the one that `buf breaking` compares with
	@$(RUN) proto-release

api-types: ## make the web's types of what the services answer, from their OpenAPI documents
	@$(RUN) api-types

web: ## build the web into web/dist
	@$(RUN) web

revision: ## write the migration of S=service to its declared tables, M="why"; needs what `make up` runs
	@$(RUN) revision "$(S)" "$(M)"

migrate: ## bring the databases of the running system up to date
	@$(RUN) migrate

images: ## build the container images, with Docker or buildah; NAMES="people web" for some of them
	@$(RUN) images

lock: ## write requirements.lock from every pyproject.toml
	@$(RUN) lock

test: ## the whole test suite on a stack of its own; ONLY=lint,unit,... for some stages, FRESH=1 for unchanged parts too, ALL=1 before a release: all accounts, widths, values
	@$(RUN) test

lint: ## lint and types only
	@ONLY=lint,types $(RUN) test

bench: ## measure beside pgbench, Django REST framework and Node fastify; ONLY=figures,move,... for some of it
	@$(RUN) bench

load: ## add volume to the running system (docs/performance.md lists it), ONLY=files,support for some services
	@$(RUN) load

backup: ## back up what runs, TO=folder or s3://bucket/prefix; `make up BACKUP=1` does so all the time
	@TO="$(TO)" $(RUN) backup

prometheus: ## print the configuration with which Prometheus reads the running system's metrics and judges its alerts
	@$(RUN) prometheus

kit: ## a command of a service in the running system: ARGS="dead-letters people", ARGS="replay people identity.user.changed"
	@$(RUN) kit $(ARGS)

deploy: ## docker-compose: ARGS="settings --url https://...", ARGS=upgrade, ARGS="restore --at 2026-11-25T10:00Z"; ARGS=--help
	@$(RUN) deploy $(ARGS)

restore: ## replace an instance by a backup and start it: FROM=folder, AT=2026-11-25T10:00Z for a moment, BACKUP_NAME=..., KEY=file
	@FROM="$(FROM)" AT="$(AT)" KEY="$(KEY)" $(RUN) restore
