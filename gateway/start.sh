#!/bin/sh
# Starts Traefik in a container. Its static configuration takes no variables, so a copy is made with what differs:
#   STAFFROOM_TRUSTED_PROXIES          addresses and networks of the balancers in front of it, separated by commas
#   STAFFROOM_TLS                      empty: plain HTTP, behind a proxy that has the certificate
#                                      acme:  a certificate of Let's Encrypt for STAFFROOM_ACME_EMAIL, kept in /acme
#                                      files: /certificates/tls.crt and tls.key
#   GATEWAY_PORT, GATEWAY_PLAIN_PORT   ports in the container; with TLS the second one leads to https
#   GATEWAY_ADMIN_PORT                 port of ping and metrics
set -eu
tls="${STAFFROOM_TLS:-}"
case "$tls" in
  acme) [ -n "${STAFFROOM_ACME_EMAIL:-}" ] || { echo "STAFFROOM_TLS=acme needs STAFFROOM_ACME_EMAIL" >&2; exit 78; } ;;
  files) [ -r /certificates/tls.key ] || { echo "/certificates/tls.key cannot be read by user $(id -u)" >&2; exit 78; } ;;
  "") ;;
  *) echo "STAFFROOM_TLS is '$tls': give acme, files or nothing" >&2; exit 78 ;;
esac
both="${tls:+tls}"
sed -e "s|trustedIPs: \[\]|trustedIPs: [${STAFFROOM_TRUSTED_PROXIES:-}]|" \
    -e "s|^\( *\)#${tls:-none} |\1|" -e "s|^\( *\)#${both:-none} |\1|" \
    -e "s|{email}|${STAFFROOM_ACME_EMAIL:-}|" \
    -e "s|\":8080\"|\":${GATEWAY_PORT:-8080}\"|" -e "s|\":8088\"|\":${GATEWAY_PLAIN_PORT:-8088}\"|" \
    -e "s|\":8189\"|\":${GATEWAY_ADMIN_PORT:-8189}\"|" \
    "${1:-/etc/traefik/traefik.yml}" > "${TMPDIR:-/tmp}/traefik.yml"
exec traefik --configFile="${TMPDIR:-/tmp}/traefik.yml"
