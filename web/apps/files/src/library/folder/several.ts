import { api, download } from "@staffroom/api";
import { attempt, toast } from "@staffroom/ui";
import { libraryChanged, type Moved } from "../types";

/** An action on several files: its call, and the word for a file after it. */
const acts = {
  delete: {
    path: "/library/delete",
    title: "Delete files",
    done: "deleted",
    one: "The file stays in the trash for 30 days",
    many: "The files stay in the trash for 30 days",
  },
  recover: {
    path: "/library/recover",
    title: "Restore files",
    done: "restored",
    one: "Restored to its folder",
    many: "Restored to their folders",
  },
  move: { path: "/library/move", title: "Move files", done: "moved", one: "1 file moved", many: "" },
} as const;

export type Refusals = { title: string; done: string; results: readonly Moved[] };

/** Runs it, and returns the results if a file was refused; null if nothing was done at all. */
export async function withSeveral(
  act: keyof typeof acts,
  fileIds: readonly number[],
  more: { folderId?: number } = {},
): Promise<Refusals | "done" | null> {
  const { path, title, done, one, many } = acts[act];
  let results: Moved[] = [];
  const answered = await attempt(async () => {
    results = await api.post<Moved[]>(path, { fileIds, ...more });
  });
  if (!answered) return null;
  libraryChanged();
  const refused = results.filter((result) => !result.done);
  if (refused.length > 0 && results.length > 1) return { title, done, results };
  const [only] = refused;
  if (only) toast.refusal(only.reason, only.name || "A file");
  else toast.success(results.length === 1 ? one : many || `${results.length} files moved`);
  return "done";
}

/** Downloads files as one ZIP. */
export const downloadZip = (ids: readonly number[]) =>
  attempt(() => download(`/library/zip?ids=${ids.join(",")}`, "Documents.zip"));
