import { api, invalidate, useApi } from "@staffroom/api";
import {
  Answered,
  attempt,
  FileIcon,
  formatBytes,
  formatDateTime,
  Icon,
  IconButton,
  PageHeader,
  StatePanel,
} from "@staffroom/ui";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import ViewerDialog from "../viewer/dialog";
import { nameOf, type Favourites } from "./types";

const path = "/library/favourites";
type Kind = "file" | "folder";

/** The favourites of the user. */
const useFavourites = () => useApi<Favourites>(path);

/** Makes a file or folder a favourite, or removes the mark. */
export function Favourite({ kind, id, name }: { kind: Kind; id: number; name: string }) {
  const { data } = useFavourites();
  const on = (kind === "file" ? data?.files : data?.folders)?.some((one) => one.id === id) ?? false;
  const toggle = () =>
    attempt(async () => {
      await api.post(path, { kind, id, on: !on });
      await invalidate(path);
    });
  return (
    <IconButton
      className="sr-star"
      icon="star"
      size={14}
      aria-pressed={on}
      label={on ? `Take ${name} out of the favourites` : `Make ${name} a favourite`}
      disabled={!data}
      onClick={() => void toggle()}
    />
  );
}

/** The tab with the favourite folders and files. */
export function FavouritesPlace({ views }: { views: ReactNode }) {
  const query = useFavourites();
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <div className="lib">
      <PageHeader title="Favourites" subtitle={views} />
      <Answered query={query} panel rows={6}>
        {({ folders, files }) =>
          folders.length + files.length === 0 ? (
            <StatePanel
              icon="star"
              title="No favourites yet"
              text="Press the star of a folder or file to find it here."
            />
          ) : (
            <div className="lib-content">
              {folders.length > 0 && (
                <ul className="lib-folders" aria-label="Folders">
                  {folders.map(({ id, name }) => (
                    <li key={id} className="lib-folder">
                      <Icon name="folder" size={18} />
                      <span className="lib-folder-text">
                        <Link to={`/library/${id}`}>{name}</Link>
                      </span>
                      <Favourite kind="folder" id={id} name={name} />
                    </li>
                  ))}
                </ul>
              )}
              {files.length > 0 && (
                <ul className="lib-rows" aria-label="Files">
                  {files.map((file) => (
                    <li key={file.id}>
                      <FileIcon name={nameOf(file)} />
                      <span className="lib-row-text">
                        <button type="button" className="lib-link" onClick={() => setViewed(file.id)}>
                          {file.name}
                        </button>
                        <span className="sr-muted">
                          <Link to={`/library/${file.folderId}?file=${file.id}`}>{file.folder}</Link>,{" "}
                          {formatBytes(file.size)}, {formatDateTime(file.modified)}
                        </span>
                      </span>
                      <Favourite kind="file" id={file.id} name={file.name} />
                    </li>
                  ))}
                </ul>
              )}
              {viewed !== null && (
                <ViewerDialog files={files.map(({ id }) => id)} current={viewed} onClose={() => setViewed(null)} />
              )}
            </div>
          )
        }
      </Answered>
    </div>
  );
}
