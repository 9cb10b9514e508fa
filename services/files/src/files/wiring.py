"""Table of contents of files."""

from files.events import NOTIFICATION_RAISED
from files.kinds import COMMENT_KINDS, NOTICE_KINDS
from files.schema import metadata
from files.storage import storage
from kit.records.references import Foreign
from kit.service import Service, modules

service = Service(
    name="files",
    metadata=metadata,
    modules=modules(
        "files",
        "documents",
        "uploads",
        "reading",
        "quarantine",
        "signing",
        "comparing",
        "library",
        "shelf",
        "retention",
        "exports",
        "avatars",
        "annotations",
        "boards",
    ),
    checks={"storage": lambda: storage().check()},
    wsgi=True,
    foreign=(Foreign(path="/users", name="user", owner="identity", lasting=True),),
    events=(NOTIFICATION_RAISED,),
    notice_kinds=NOTICE_KINDS,
    comment_kinds=COMMENT_KINDS,
)
