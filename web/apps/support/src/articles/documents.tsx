import { api, seldomChanged, useApi } from "@staffroom/api";
import { FileIcon, useDebounced } from "@staffroom/ui";
import type { ReactNode } from "react";
import { keywords, ranked, type LibraryFile } from "./keywords";
import "./style.css";

const nothing: readonly LibraryFile[] = [];
const shownAtMost = 4;

/** Fetches the library's documents with a word that the reader may see. */
const useDocuments = (word: string | undefined): readonly LibraryFile[] =>
  useApi<LibraryFile[]>(
    "/library",
    { search: word ?? "", page: 1, pageSize: 10 },
    { enabled: !!word, staysUntilNext: !!word, staleTime: seldomChanged },
  ).data ?? nothing;

/** Counts one use of a document. */
export const countDocument = (fileId: number, use: "helped" | "inserted"): Promise<unknown> =>
  api.post("/v2/support/article", { fileId, use });

/** Returns the html of a link to a document in an answer. */
export const linkTo = ({ id, name }: LibraryFile): string => {
  const anchor = document.createElement("a");
  anchor.href = `${location.origin}/#/file/${id}`;
  anchor.textContent = name;
  return `<p>${anchor.outerHTML}</p>`;
};

type Props = {
  /** Returns the words to search for: the typed ones, or the title of a ticket. */
  text: string;
  title: string;
  /** The controls next to a document. */
  children: (document: LibraryFile) => ReactNode;
};

/** Documents of the library that may answer a question, best first; nothing if there are none. */
export function Documents({ text, title, children }: Props) {
  const [first, second, third] = keywords(useDebounced(text));
  const hits = [useDocuments(first), useDocuments(second), useDocuments(third)];
  const documents = ranked(hits).slice(0, shownAtMost);
  if (!first || !documents.length) return null;
  return (
    <section className="sr-documents" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <a href={`#/file/${document.id}`} target="_blank" rel="noreferrer">
              <FileIcon name={`${document.name}.${document.extension}`} /> {document.name}
            </a>
            {document.folder && <span className="sr-muted">{document.folder}</span>}
            {children(document)}
          </li>
        ))}
      </ul>
    </section>
  );
}
