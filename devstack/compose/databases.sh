#!/bin/sh
# Run once by the postgres image on an empty volume: one role and one database a service, those of Keycloak, and the role
# with which backups read the whole cluster.
set -eu
for service in identity people teaching finance support files; do
    psql -v ON_ERROR_STOP=1 -U postgres -v name="staffroom_$service" <<'SQL'
CREATE ROLE :"name" LOGIN;
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
\connect :"name"
CREATE EXTENSION pg_trgm;
CREATE EXTENSION citext;
CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_stat_statements;
SQL
done
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
CREATE ROLE keycloak LOGIN;
CREATE DATABASE keycloak OWNER keycloak;
REVOKE CONNECT ON DATABASE keycloak FROM PUBLIC;
CREATE ROLE backup LOGIN REPLICATION;
GRANT pg_monitor TO backup;
SQL
sh /passwords.sh
# `all` in the image's own lines does not mean replication.
echo "host replication backup all scram-sha-256" >> "$PGDATA/pg_hba.conf"
