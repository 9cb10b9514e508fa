"""Backup and restore of an installation: one moment of all databases, WAL between backups, objects, secrets.

A backup is a folder of the target, `backups/<moment>/`, and exists once its manifest does. WAL and objects are beside
the backups and shared by them: `wal/<system>/`, `objects/`. All content is compressed by zstd and encrypted by age;
names, sizes and hashes can be read without the key.
"""
