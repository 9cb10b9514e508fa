import { call, saveAs } from "@staffroom/api";
import { toast } from "@staffroom/ui";
import { sendFile } from "../uploads/send";
import type { Board } from "./channel";
import { pdfOf, pngOf, smallPicture } from "./export";
import { pagesOf } from "./canvas/pictures";
import type { Paper } from "./model";
import { toBase64 } from "./canvas/points";
import type { Drawing } from "./canvas/use-stage";

export type Kind = "png" | "pdf";

const rendered = ({ stage, pictures }: Drawing, kind: Kind, paper: Paper): Promise<Blob> =>
  kind === "png" ? pngOf(stage.document, stage.shownPage(), paper, pictures) : pdfOf(stage.document, paper, pictures);

const fileName = (name: string, kind: Kind): string =>
  `${name.replaceAll(/[<>:"|?*\\/]/g, " ").trim() || "Whiteboard"}.${kind}`;

/** Downloads the open page as a PNG, or all pages as a PDF. */
export async function exportBoard(drawing: Drawing, name: string, kind: Kind, paper: Paper): Promise<void> {
  saveAs(await rendered(drawing, kind, paper), fileName(name, kind));
}

/** Saves the same as a file of the board's course, or as the user's own if it has none. */
export async function keepBoard(drawing: Drawing, board: Board, name: string, kind: Kind, paper: Paper): Promise<void> {
  const form = new FormData();
  form.append("file", await rendered(drawing, kind, paper), fileName(name, kind));
  await sendFile(form, () => undefined, new AbortController().signal, `/board/${board.id}/keep`);
  toast.success(board.course ? `Kept among the files of ${board.course}` : "Kept among your files");
}

/** Updates the list's thumbnail. */
export async function keepPicture({ stage }: Drawing, boardId: number): Promise<void> {
  const [first] = stage.document.pages();
  const blob = first && (await smallPicture(stage.document, first, stage.paper, stage.pictures));
  if (!blob) return;
  const picture = toBase64(new Uint8Array(await blob.arrayBuffer()));
  await call("PUT", `/board/${boardId}/picture`, { picture });
}

/**
 * Uploads a picture or a PDF and adds it to the board: a picture in the middle, the pages of a PDF as backgrounds of
 * new pages.
 */
export async function putFile({ stage, pictures }: Drawing, board: Board | null, file: File): Promise<void> {
  const form = new FormData();
  form.append("file", file);
  form.append("uploadType", "document");
  form.append("description", "On a whiteboard");
  if (board?.courseId) {
    form.append("entityType", "course");
    form.append("entityTypeId", String(board.courseId));
  }
  const { id } = await sendFile(form, () => undefined, new AbortController().signal);
  const page = stage.shownPage();
  if (/\.pdf$/i.test(file.name)) {
    const sizes = await pagesOf(id, page.width);
    let last = page.id;
    sizes.forEach((size, at) => {
      const backing = { ...size, backing: { file: id, page: at + 1 } };
      if (at === 0 && !page.backing && stage.document.on(page.id).length === 0)
        stage.document.setPage(page.id, backing);
      else last = stage.document.addPage(last, backing);
    });
    stage.fit();
    return;
  }
  pictures.get(id);
  await pictures.all();
  const picture = pictures.get(id) as ImageBitmap | null;
  const width = Math.min(picture?.width ?? 600, page.width * 0.6);
  const height = picture ? (width * picture.height) / picture.width : 400;
  const { x, y } = stage.view.get();
  const place = { x: x - width / 2, y: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
  const added = stage.document.add({
    k: "image",
    file: id,
    ...stage.placeOfNew(),
    g: page.id,
    c: "rgba(112,120,130,1)",
    w: 1,
    ...place,
  });
  stage.tool.set("select");
  stage.selection.set([added]);
}
