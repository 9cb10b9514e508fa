/** The files of a drop, those in its folders among them. Call it within the event: the browser empties the list after it. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => (item.kind === "file" ? [item.webkitGetAsEntry?.() ?? item.getAsFile()] : []));
  if (!entries.some((entry) => entry && "isDirectory" in entry && entry.isDirectory)) return Promise.resolve([...transfer.files]);
  return Promise.all(entries.map((entry) => (!entry ? [] : entry instanceof File ? [entry] : filesBelow(entry)))).then((lists) => lists.flat());
}

/** Names of files that systems leave in folders, which nobody means to upload. */
const leftover = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)/i;

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File | null>((done) => (entry as FileSystemFileEntry).file(done, () => done(null)));
    return file && !leftover.test(file.name) ? [file] : [];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // A browser gives at most a hundred entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (!entries.length) return files;
    for (const one of entries) files.push(...(await filesBelow(one)));
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
    return new File([file], `Pasted ${day} ${time}${more}.${file.name.split(".").at(-1)}`, { type: file.type, lastModified: file.lastModified });
  });
}
