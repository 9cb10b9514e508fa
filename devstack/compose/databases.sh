#!/bin/sh
# Run once by the postgres image on an empty volume: one role and one database a service.
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
