"""A streaming reader of uploads: each file goes to a draft on disk, and is hashed and counted on the way. Memory holds
one chunk of the stream and the form's texts, whatever the size of the files."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, MultipartState, parse_options_header

from files.documents import rules
from files.documents.content import archives
from files.documents.content.kind import kind_of
from files.documents.rules import FileName
from files.scanning import guard
from files.storage import CHUNK, Storage
from kit.errors import Invalid, Malformed

_MAX_TEXT = 10_000
"""Maximum number of bytes of one text field in the form."""
_MAX_TEXTS = 40
_NO_FORM = "An upload is a multipart form with a part named file"


def described(**texts: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI body of an upload: the part `file`, and `texts` with their schemas."""
    parts = {"file": {"type": "string", "format": "binary"}, **texts}
    return {"multipart/form-data": {"schema": {"type": "object", "required": ["file"], "properties": parts}}}


@dataclass
class Received:
    """A file in its draft, counted and hashed as it is written. The check of an upload compares its content with its
    name and determines its media type. `doubt` is the virus scanner's result."""

    name: FileName
    draft: IO[bytes]
    size: int = 0
    media_type: str = ""
    doubt: guard.Doubt | None = None
    _hash: Any = field(default_factory=hashlib.sha256)

    @property
    def sha256(self) -> str:
        return str(self._hash.hexdigest())

    def write(self, data: bytes, most: int) -> None:
        """Add `data`. Bytes beyond `most` are counted, not stored."""
        self.size += len(data)
        if self.size <= most:
            self._hash.update(data)
            self.draft.write(data)

    def check(self, budget: archives.Budget) -> None:
        """Check size and content, and name the file by its content. Raises TooLarge, Invalid."""
        if self.size > rules.MAX_FILE:
            raise rules.too_large(self.size)
        self.draft.flush()
        with open(self.draft.name, "rb") as written:  # noqa: PTH123  a path of ours, read beside the open draft
            if self.name.extension in archives.EXTENSIONS:
                budget.spend(written)
            kind = kind_of(written, self.name)
        self.name, self.media_type = FileName(self.name.stem, kind.extension), kind.media_type
        self.scan()

    def scan(self) -> None:
        """Have the virus scanner check the draft, if this installation has one."""
        self.draft.flush()
        self.doubt = guard.doubt_of(Path(self.draft.name))


@dataclass
class Form:
    """The files and the texts of an upload."""

    files: list[Received] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


def form_boundary(content_type: str) -> bytes:
    """Return the boundary between the form's parts. Raises Malformed if the body is not a multipart form."""
    kind, options = parse_options_header(content_type)
    if kind != b"multipart/form-data" or b"boundary" not in options:
        raise Malformed(_NO_FORM)
    return options[b"boundary"]


@contextlib.contextmanager
def received(source: IO[bytes], content_type: str, storage: Storage) -> Iterator[Form]:
    """Parse the form in `source`; its drafts exist until the end of the block.

    Raises Malformed, Invalid and TooLarge with the texts of `money.md 5`. A file that is too large is read to its end
    without storing it: the refusal names its size, and the sender reads no response before it has sent everything.
    """
    boundary = form_boundary(content_type)
    with contextlib.ExitStack() as drafts:
        reader = _Reader(storage, drafts)
        try:
            parser = MultipartParser(boundary, reader.callbacks())
            while piece := source.read(CHUNK):
                parser.write(piece)
            if parser.state is not MultipartState.END:
                raise Malformed("The upload was interrupted")
            if reader.refusal is not None:
                raise reader.refusal
        except (FormParserError, UnicodeDecodeError):
            raise Malformed("The upload cannot be read") from None
        if not reader.form.files:
            raise Invalid("Please choose a file", fields={"file": "Field is required"})
        yield reader.form


class _Reader:
    """Handles the parser's callbacks. The first refusal is raised at the end; all input after it is discarded."""

    def __init__(self, storage: Storage, drafts: contextlib.ExitStack) -> None:
        self.form = Form()
        self.refusal: Exception | None = None
        self._storage = storage
        self._drafts = drafts
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._disposition: dict[bytes, bytes] = {}
        self._total = 0
        self._archives = archives.Budget()
        self._name = b""
        self._part: Received | bytearray = bytearray()

    def callbacks(self) -> Any:
        handlers: dict[str, Callable[..., None]] = {
            "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
            "on_header_end": self._header_ends,
            "on_headers_finished": self._headers_end,
            "on_part_data": self._data,
            "on_part_end": self._part_ends,
        }
        return {name: self._until_refused(handler) for name, handler in handlers.items()}

    def _until_refused(self, handler: Callable[..., None]) -> Callable[..., None]:
        def handle(*arguments: Any) -> None:
            if self.refusal is None:
                try:
                    handler(*arguments)
                except Exception as refusal:  # raised once the sender has finished
                    self.refusal = refusal

        return handle

    def _header_ends(self) -> None:
        name, value = bytes(self._header[0]).lower(), bytes(self._header[1])
        self._header = (bytearray(), bytearray())
        if name == b"content-disposition":
            self._disposition = parse_options_header(value)[1]

    def _headers_end(self) -> None:
        disposition, self._disposition = self._disposition, {}
        if b"filename" not in disposition:
            self._name, self._part = disposition.get(b"name", b""), bytearray()
            if len(self.form.texts) >= _MAX_TEXTS:
                raise Malformed("The form has too many fields")
            return
        try:
            name = rules.split(disposition[b"filename"].decode())
        except UnicodeDecodeError:
            raise Malformed("A file name is not UTF-8") from None
        if len(self.form.files) >= rules.MAX_FILES:
            raise Invalid(f"Please upload at most {rules.MAX_FILES} files")
        self._part = Received(name, self._drafts.enter_context(self._storage.draft()))

    def _data(self, data: bytes, start: int, end: int) -> None:
        if isinstance(self._part, bytearray):
            self._part += data[start:end]
            if len(self._part) > _MAX_TEXT:
                raise Malformed("A text of the form is too long")
            return
        self._total += end - start
        if self._total > rules.MAX_TOTAL:
            raise rules.total_reached(str(self._part.name))
        self._part.write(data[start:end], rules.MAX_FILE)

    def _part_ends(self) -> None:
        if isinstance(self._part, bytearray):
            self.form.texts[self._name.decode()] = self._part.decode().strip()
            return
        self._part.check(self._archives)
        self.form.files.append(self._part)
