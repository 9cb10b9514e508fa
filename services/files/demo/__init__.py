"""Demo data of files."""

from services.demo.part import Part
from services.files.demo import boards, documents, library, marked, signing

PARTS = (
    Part("documents", documents.EMPTY, documents.load),
    Part("library", library.EMPTY, library.load),
    Part("signing", signing.EMPTY, signing.load),
    Part("retention", signing.NO_RULES, signing.load_rules),
    Part("boards", boards.EMPTY, boards.load),
    Part("marked", marked.EMPTY, marked.load),
)
