#!/bin/sh
# Starts Traefik in a container. Its static configuration takes no variables, so the balancers in front of it
# (STAFFROOM_TRUSTED_PROXIES: addresses and networks, separated by commas) are written into a copy.
set -eu
sed "s|trustedIPs: \[\]|trustedIPs: [${STAFFROOM_TRUSTED_PROXIES:-}]|" "${1:-/etc/traefik/traefik.yml}" > "${TMPDIR:-/tmp}/traefik.yml"
exec traefik --configFile="${TMPDIR:-/tmp}/traefik.yml"
