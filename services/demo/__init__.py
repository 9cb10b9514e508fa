"""Demo data: the records that the services agree on, and what loads them. A service writes its own tables
(`services/<service>/demo`), and more of them for measurements (`services/<service>/load`)."""
