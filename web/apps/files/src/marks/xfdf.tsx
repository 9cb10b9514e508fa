import { api, plainErrorText, saveAs } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useRef } from "react";
import type { FileDetails } from "../viewer/load";
import type { Layer } from "./model";
import type { Marks } from "./use-marks";

type LayerXfdf = Answer<"files", "/file/{fileId}/annotation/{annotationId}">;

/** Downloads the marks of one person as XFDF, for Acrobat and other readers. */
export function ExportXfdf({ layer, marks: { fileId, saving } }: { layer: Layer; marks: Marks }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const refuse = (error: unknown) => dialogs.say("error", "The marks are not exported", plainErrorText(error));
  const save = () =>
    attempt(
      async () => {
        const [{ name }, { xfdf }] = await Promise.all([
          api.get<FileDetails>(`/file/${fileId}/details`),
          api.get<LayerXfdf>(`/file/${fileId}/annotation/${layer.id}`),
        ]);
        saveAs(new Blob([xfdf], { type: "application/vnd.adobe.xfdf" }), `${name}, marks of ${layer.authorName}.xfdf`);
      },
      "",
      refuse,
    );
  // The layer of a first mark has no number before the server has it.
  return (
    <Button
      size="small"
      type="link"
      loading={busy !== null}
      disabled={!layer.id || saving !== "saved"}
      aria-label={`Export ${layer.mine ? "my marks" : `marks of ${layer.authorName}`} as XFDF`}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}

/** Imports marks of an XFDF file in place of the user's own. */
export function ImportXfdf({ marks }: { marks: Marks }) {
  const dialogs = useDialogs();
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, attempt] = useAttempt();
  const own = marks.layers.find(({ mine }) => mine)?.marks.length ?? 0;
  const refuse = (error: unknown) => dialogs.say("error", "The marks are not imported", plainErrorText(error));
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    const replaced = own === 1 ? "Your mark on this file is replaced." : `Your ${own} marks on this file are replaced.`;
    if (own && !(await dialogs.ask({ title: `Import ${file.name}?`, text: replaced, yes: "Replace my marks" }))) return;
    await attempt(
      async () => {
        const { marks: count } = await api.post<Answer<"files", "/file/annotation", "post">>("/file/annotation", {
          fileId: marks.fileId,
          xfdf: await file.text(),
        });
        toast.success(count === 1 ? "1 mark imported" : `${count} marks imported`);
        await marks.replaced();
      },
      "",
      refuse,
    );
  };
  return (
    <>
      <Button
        size="small"
        loading={busy !== null}
        disabled={marks.saving !== "saved"}
        title={marks.saving === "saved" ? undefined : "Your marks are being saved first"}
        onClick={() => chooser.current?.click()}
      >
        Import XFDF
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".xfdf,.xml,application/vnd.adobe.xfdf"
        aria-label="Choose an XFDF file"
        onChange={({ target }) => void take(target)}
      />
    </>
  );
}
