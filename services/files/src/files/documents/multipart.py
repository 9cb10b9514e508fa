"""A streaming reader of uploads: each file goes to a draft on disk, and is hashed and counted on the way. Memory holds
one chunk of the stream and the form's texts, whatever the size of the files."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Protocol

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from files.documents import archives, content, rules
from files.documents.rules import FileName
from files.storage import CHUNK, Storage
from kit.errors import Invalid, Malformed

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

_MAX_TEXT = 10_000
"""The most bytes of one text of the form."""
_MAX_TEXTS = 40
_NO_FORM = "An upload is a multipart form with a part named file"


def described(**texts: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI body of an upload: the part `file`, and `texts` with their schemas."""
    parts = {"file": {"type": "string", "format": "binary"}, **texts}
    return {"multipart/form-data": {"schema": {"type": "object", "required": ["file"], "properties": parts}}}


@dataclass(frozen=True)
class Received:
    """An uploaded file in its draft; its content matches its name."""

    name: FileName
    size: int
    sha256: str
    draft: IO[bytes]


@dataclass
class Form:
    """The files and the texts of an upload."""

    files: list[Received] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


class Source(Protocol):
    """The source of an upload."""

    def read(self, size: int, /) -> bytes: ...


def form_boundary(content_type: str) -> bytes:
    """The boundary between the form's parts. Raises Malformed where the body is not a multipart form."""
    kind, options = parse_options_header(content_type)
    if kind != b"multipart/form-data" or b"boundary" not in options:
        raise Malformed(_NO_FORM)
    return options[b"boundary"]


@contextlib.contextmanager
def received(source: Source, content_type: str, storage: Storage) -> Iterator[Form]:
    """The form in `source`; its drafts exist until the end of the block.

    Raises Malformed, Invalid and TooLarge with the texts of `money.md 5`. A file that is too large is read to its end
    without storing it: the refusal names its size, and the sender reads no answer before it has sent everything.
    """
    boundary = form_boundary(content_type)
    with contextlib.ExitStack() as drafts:
        reader = _Reader(storage, drafts)
        try:
            parser = MultipartParser(boundary, reader.callbacks())
            while piece := source.read(CHUNK):
                parser.write(piece)
        except (FormParserError, UnicodeDecodeError):
            raise Malformed("The upload cannot be read") from None
        if not reader.complete:
            raise Malformed("The upload broke off")
        if reader.refusal is not None:
            raise reader.refusal
        if not reader.form.files:
            raise Invalid("Please choose a file", fields={"file": "Field is required"})
        yield reader.form


class _Reader:
    """Handles the parser's callbacks. The first refusal is raised at the end; all input after it is discarded."""

    def __init__(self, storage: Storage, drafts: contextlib.ExitStack) -> None:
        self.form = Form()
        self.complete = False
        self.refusal: Exception | None = None
        self._storage = storage
        self._drafts = drafts
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._disposition: dict[bytes, bytes] = {}
        self._total = 0
        self._archives = archives.Budget()
        self._part: _FilePart | bytearray | None = None

    def callbacks(self) -> MultipartCallbacks:
        return {
            "on_part_begin": self._part_begins,
            "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
            "on_header_end": self._header_ends,
            "on_headers_finished": self._headers_end,
            "on_part_data": self._data,
            "on_part_end": self._part_ends,
            "on_end": self._end,
        }

    def _part_begins(self) -> None:
        self._disposition = {}
        self._part = None

    def _header_ends(self) -> None:
        name, value = bytes(self._header[0]).lower(), bytes(self._header[1])
        self._header = (bytearray(), bytearray())
        if name == b"content-disposition":
            self._disposition = parse_options_header(value)[1]

    def _headers_end(self) -> None:
        if self.refusal is not None:
            return
        if b"filename" not in self._disposition:
            if len(self.form.texts) >= _MAX_TEXTS:
                self.refusal = Malformed("The form has too many fields")
            self._part = bytearray()
            return
        try:
            name = rules.split(self._disposition[b"filename"].decode())
            if len(self.form.files) >= rules.MAX_FILES:
                raise Invalid(f"Please upload at most {rules.MAX_FILES} files")
            self._part = _FilePart(name, self._drafts.enter_context(self._storage.draft()))
        except (Invalid, UnicodeDecodeError) as refusal:
            self.refusal = refusal if isinstance(refusal, Invalid) else Malformed("A file name is not UTF-8")

    def _data(self, data: bytes, start: int, end: int) -> None:
        part = self._part
        if self.refusal is not None and not isinstance(part, _FilePart):
            return
        if isinstance(part, bytearray):
            part += data[start:end]
            if len(part) > _MAX_TEXT:
                self.refusal = Malformed("A text of the form is too long")
        elif part is not None:
            part.size += end - start
            self._total += end - start
            if self._total > rules.MAX_TOTAL:
                self.refusal = self.refusal or rules.total_reached(str(part.name))
            elif part.size <= rules.MAX_FILE and self.refusal is None:
                part.write(data[start:end])

    def _part_ends(self) -> None:
        part, name = self._part, self._disposition.get(b"name", b"")
        self._part = None
        if self.refusal is not None or part is None:
            return
        if isinstance(part, bytearray):
            self.form.texts[name.decode()] = part.decode().strip()
            return
        try:
            self.form.files.append(part.finish(self._archives))
        except Exception as refusal:  # raised once the sender has finished
            self.refusal = refusal

    def _end(self) -> None:
        self.complete = True


class _FilePart:
    """A file while it is uploaded."""

    def __init__(self, name: FileName, draft: IO[bytes]) -> None:
        self.name = name
        self.draft = draft
        self.size = 0
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> None:
        self._hash.update(data)
        self.draft.write(data)

    def finish(self, budget: archives.Budget) -> Received:
        """The file, with its size and content checked. Raises TooLarge, Invalid."""
        if self.size > rules.MAX_FILE:
            raise rules.too_large(self.size)
        self.draft.flush()
        with open(self.draft.name, "rb") as written:  # noqa: PTH123  a path of ours, read beside the open draft
            if self.name.extension in archives.EXTENSIONS:
                budget.spend(written)
            if not content.matches(written, self.name.extension):
                raise rules.does_not_match()
        return Received(self.name, self.size, self._hash.hexdigest(), self.draft)
