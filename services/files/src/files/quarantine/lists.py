"""The list of files in quarantine."""

from __future__ import annotations

from files.documents.model import file
from files.quarantine.fields import IN_QUARANTINE, NAME
from files.scanning.attributes import QUARANTINE
from files.scanning.model import quarantine
from kit.lists import Column, Filter, ListSpec

_q, _f = quarantine.c, file.c

IN_QUARANTINE_LIST = ListSpec(
    name="quarantine",
    path="/quarantine",
    title="Quarantine",
    source=quarantine.join(file, _f.id == _q.file_id),
    default_sort="-created",
    search=_f.search_text,
    target="/admin/quarantine?id={id}",
    record=IN_QUARANTINE,
    columns=QUARANTINE.columns(
        Column(name="id", expression=_q.id, type="id", sortable=True, hidden=True),
        Column(name="file", expression=NAME, width=230),
        *("state", "finding"),
        Column(name="uploadedBy", expression=_f.uploader_name, title="Uploaded by", width=150),
        Column(name="created", expression=_q.created, title="Uploaded", type="datetime", sortable=True, width=130),
        "reason",
    ),
    filters=QUARANTINE.filters("state", Filter(name="created", expression=_q.created, title="Uploaded", kind="range")),
)
