"""Backup and restore of an installation: all databases at one point in time, WAL between backups, objects, secrets.

A backup is a folder of the target, `backups/<moment>/`, and exists once its manifest does. Backups share the WAL and
the objects, which lie next to them: `wal/<system>/`, `objects/`. All content is compressed with zstd and encrypted with
age. Names, sizes and hashes are readable without the key.
"""
