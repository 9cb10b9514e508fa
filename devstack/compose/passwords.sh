#!/bin/sh
# Gives each role the password that .env has for it: on an empty volume, behind a restore, and when one was replaced
# (`docker compose exec postgres sh /passwords.sh`).
set -eu
psql -qv ON_ERROR_STOP=1 -U postgres -v services="$STAFFROOM_DATABASE_PASSWORD" -v keycloak="$KEYCLOAK_DATABASE_PASSWORD" \
    -v backup="$BACKUP_DATABASE_PASSWORD" -v postgres="$POSTGRES_PASSWORD" <<'SQL'
SELECT format('ALTER ROLE %I PASSWORD %L', rolname, :'services') FROM pg_roles WHERE rolname LIKE 'staffroom\_%' \gexec
ALTER ROLE keycloak PASSWORD :'keycloak';
ALTER ROLE backup PASSWORD :'backup';
ALTER ROLE postgres PASSWORD :'postgres';
SQL
