"""Demo data: the records that all services share, and the loader. A service writes its own tables
(`services/<service>/demo`), and more of them for measurements (`services/<service>/load`)."""
