/** The folders of files that were dropped: a browser names them for files of a chosen folder alone. */
const folders = new WeakMap<File, readonly string[]>();
/** The names of the folders in which a file was dropped or chosen, from the outermost one. */
export const foldersOf = (file: File): readonly string[] =>
  folders.get(file) ?? (file.webkitRelativePath ?? "").split("/").slice(0, -1);

/** Names that systems leave in folders, which nobody means to upload. */
const leftover = /^(\.|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

/** The files of a folder that was chosen. */
export const chosenFiles = (files: Iterable<File>): File[] =>
  [...files].filter((file) => ![...foldersOf(file), file.name].some((name) => leftover.test(name)));

/**
 * The files of a drop, those in its folders among them. Call it within the event: the browser empties the list after
 * it.
 */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) =>
    item.kind === "file" ? [item.webkitGetAsEntry?.() ?? item.getAsFile()] : [],
  );
  if (!entries.some((entry) => entry && "isDirectory" in entry && entry.isDirectory))
    return Promise.resolve([...transfer.files]);
  return Promise.all(entries.map((entry) => (!entry ? [] : entry instanceof File ? [entry] : filesBelow(entry)))).then(
    (lists) => lists.flat(),
  );
}

async function filesBelow(entry: FileSystemEntry, above: readonly string[] = []): Promise<File[]> {
  if (leftover.test(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File | null>((done) => (entry as FileSystemFileEntry).file(done, () => done(null)));
    if (file) folders.set(file, above);
    return file ? [file] : [];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // A browser gives at most a hundred entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (!entries.length) return files;
    for (const one of entries) files.push(...(await filesBelow(one, [...above, entry.name])));
  }
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The pictures and files of a paste; a picture without a name of its own gets the time as one. */
export function pastedFiles(transfer: DataTransfer | null, now = new Date()): File[] {
  return [...(transfer?.files ?? [])].map((file, number) => {
    if (!/^image\.\w+$/.test(file.name)) return file;
    const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    const time = `${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`;
    const more = number ? ` ${number + 1}` : "";
    return new File([file], `Pasted ${day} ${time}${more}.${file.name.split(".").at(-1)}`, {
      type: file.type,
      lastModified: file.lastModified,
    });
  });
}
