import { invalidate } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { compareNames } from "@staffroom/language";

export type Folder = Answer<"files", "/folder/{id}">;
export type Root = Answer<"files", "/library/roots">[number];
export type Subfolder = Folder["subfolders"][number];
export type LibraryFile = Folder["files"][number];
export type Access = NonNullable<Folder["usersWithAccess"]>[number];
export type Version = Answer<"files", "/file/{id}/versions">[number];
export type Moved = Answer<"files", "/library/move", "post">[number];
export type Signing = Answer<"files", "/file/{id}/signing">;
export type Compared = Answer<"files", "/file/{id}/compare">;
export type Favourites = Answer<"files", "/library/favourites">;

export const folderPath = (id: number) => `/folder/${id}`;
export const nameOf = ({ name, extension }: { name: string; extension: string }) => `${name}.${extension}`;

/** Returns the address of a file that always shows its latest version. */
export const linkTo = (id: number) => `${location.origin}${location.pathname}#/file/${id}`;
export const signingPath = (id: number) => `/file/${id}/signing`;

/** Refetches everything that shows folders and files of the library. */
export function libraryChanged(): void {
  for (const path of ["/folder", "/library", "/file"]) void invalidate(path);
}

export const levels = [
  { value: "read", label: "Read", help: "sees folders and files" },
  { value: "enhanced", label: "Enhanced", help: "sees review dates, owners and versions as well" },
  { value: "administrator", label: "Administrator", help: "adds, changes, moves and deletes" },
];

export const sorts = [
  { value: "name", label: "Name" },
  { value: "modified", label: "Last changed" },
  { value: "size", label: "Size" },
  { value: "reviewDate", label: "Review date" },
] as const;
export type Sort = (typeof sorts)[number]["value"];

/**
 * Returns the files in the chosen order: by name ascending, the others with the latest, largest or most urgent first.
 */
export function sorted(files: readonly LibraryFile[], sort: Sort): LibraryFile[] {
  const compare: Record<Sort, (one: LibraryFile, other: LibraryFile) => number> = {
    name: (one, other) => compareNames(one.name, other.name),
    modified: (one, other) => other.modified.localeCompare(one.modified),
    size: (one, other) => other.size - one.size,
    reviewDate: (one, other) => (one.reviewDate ?? "9999").localeCompare(other.reviewDate ?? "9999"),
  };
  return files.toSorted((one, other) => compare[sort](one, other) || compareNames(one.name, other.name));
}
