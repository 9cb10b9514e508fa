"""Demo data: the records that all services share, and the loader. A service writes its own tables
(`services/<service>/demo`), and additional volume for measurements (`services/<service>/load`)."""
