/** The folders of dropped files: a browser reports them only for files of a chosen folder. */
const folders = new WeakMap<File, readonly string[]>();
/** Returns the names of the folders in which a file was dropped or chosen, outermost first. */
export const foldersOf = (file: File): readonly string[] =>
  folders.get(file) ?? (file.webkitRelativePath ?? "").split("/").slice(0, -1);

/** Names of system files in folders, which nobody means to upload. */
const leftover = /^(\.|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

/** Returns the files of a folder that was chosen. */
export const chosenFiles = (files: Iterable<File>): File[] =>
  [...files].filter((file) => ![...foldersOf(file), file.name].some((name) => leftover.test(name)));

/**
 * Returns the files of a drop, including those in its folders. Call it within the event: the browser empties the list
 * afterwards.
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
    // A browser returns at most a hundred entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (!entries.length) return files;
    for (const one of entries) files.push(...(await filesBelow(one, [...above, entry.name])));
  }
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Returns the pictures and files of a paste; a picture without a name is named after the time. */
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
