#!/bin/sh
# Run once by the postgres image on an empty volume: one role and one database a service, those of Keycloak, and the role
# with which backups read the whole cluster.
set -eu
for service in identity people teaching finance support files; do
    psql -v ON_ERROR_STOP=1 -U postgres -v name="staffroom_$service" -v password="$STAFFROOM_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
\connect :"name"
CREATE EXTENSION pg_trgm;
CREATE EXTENSION citext;
CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_stat_statements;
SQL
done
psql -v ON_ERROR_STOP=1 -U postgres -v keycloak="$KEYCLOAK_DATABASE_PASSWORD" -v backup="$BACKUP_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE keycloak LOGIN PASSWORD :'keycloak';
CREATE DATABASE keycloak OWNER keycloak;
REVOKE CONNECT ON DATABASE keycloak FROM PUBLIC;
CREATE ROLE backup LOGIN REPLICATION PASSWORD :'backup';
GRANT pg_monitor TO backup;
SQL
# `all` in the image's own lines does not mean replication.
echo "host replication backup all scram-sha-256" >> "$PGDATA/pg_hba.conf"
