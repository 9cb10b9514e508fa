import { useApi } from "@staffroom/api";
import type { FormRecord, Definition } from "../types";
import { Icon, IconButton, useAddress, useKeyHelp, useMedia, type KeyHelp } from "@staffroom/ui";
import { Alert, Button, Segmented } from "antd";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { SaveMark } from "../save-mark";
import { problemsById } from "./model";
import { Outline } from "./outline";
import { Preview } from "./preview";
import { Properties } from "./properties";
import { useBuilder } from "./use-builder";
import { VersionsDialog } from "./versions";

const keys: readonly KeyHelp[] = [
  [["Ctrl", "Z"], "Undo a change of the form"],
  [["Ctrl", "Y"], "Redo it"],
  [["Alt", "↑"], "Move the chosen field or page"],
];
type Pane = "outline" | "preview" | "properties";

/** The builder: outline, preview and properties, side by side or one after the other. */
export function Builder({
  form,
  onSaved,
  onReady,
}: {
  form: FormRecord;
  onSaved: (version: number) => void;
  /**
   * Receives the function that saves pending changes, which publishing calls first, and whether the draft has errors.
   */
  onReady: (flush: () => Promise<boolean>, isBad: boolean) => void;
}) {
  const builder = useBuilder(form, onSaved);
  const { definition, change, undo, redo, canUndo, canRedo, flush, settle, isChanged, problems } = builder;
  const [params, setParams] = useAddress();
  const [pane, setPane] = useState<Pane>("outline");
  const [versions, setVersions] = useState(false);
  const isNarrow = useMedia("(max-width: 1099px)");
  const chosen = params.get("at") ?? definition.pages[0]?.id ?? "settings";
  const byId = useMemo(() => problemsById(definition, problems), [definition, problems]);
  useKeyHelp(keys);

  const choose = (id: string, shows?: Pane) => {
    setParams(
      (now) => {
        now.set("at", id);
        return now;
      },
      { replace: true },
    );
    if (shows) setPane(shows);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A text input has its own undo.
    if (
      !(event.ctrlKey || event.metaKey) ||
      (event.target as Element).closest("input, textarea, [contenteditable='true'], [role='dialog']")
    )
      return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  const count = Object.keys(problems).length;
  const isBad = count > 0 || isChanged;
  useEffect(() => onReady(flush, isBad), [flush, isBad, onReady]);
  const outline = (
    <Outline
      definition={definition}
      chosen={chosen}
      problems={byId}
      onChoose={(id) => choose(id, isNarrow ? "properties" : undefined)}
      onChange={change}
    />
  );
  const preview = <Preview title={form.title} definition={definition} chosen={chosen} onChoose={choose} />;
  const properties = (
    <div className="forms-properties">
      <Properties definition={definition} chosen={chosen} problems={byId} onChange={change} onChoose={choose} />
    </div>
  );
  return (
    <div className="forms-builder">
      <div className="forms-builder-bar">
        <IconButton label="Undo" icon="undo" refusal={canUndo ? undefined : "Nothing to undo"} onClick={undo} />
        <IconButton
          className="forms-redo"
          label="Redo"
          icon="undo"
          refusal={canRedo ? undefined : "Nothing to redo"}
          onClick={redo}
        />
        <Button size="small" icon={<Icon name="history" size={14} />} onClick={() => setVersions(true)}>
          Versions
        </Button>
        {!isChanged && (
          <SaveMark
            state={builder.state}
            problem={count ? `${count} ${count === 1 ? "place needs" : "places need"} correcting` : builder.problem}
            onRetry={() => void flush()}
          />
        )}
      </div>
      {isChanged && (
        <Alert
          type="warning"
          showIcon
          title="Somebody else changed this form while you worked on it"
          action={
            <span className="sr-line">
              <Button size="small" onClick={() => void settle("theirs")}>
                Take theirs
              </Button>
              <Button size="small" type="primary" onClick={() => void settle("mine")}>
                Save mine
              </Button>
            </span>
          }
        />
      )}
      {isNarrow && (
        <Segmented<Pane>
          block
          aria-label="Part of the builder"
          value={pane}
          onChange={setPane}
          options={[
            { value: "outline", label: "Outline" },
            { value: "preview", label: "Preview" },
            { value: "properties", label: "Properties" },
          ]}
        />
      )}
      <div className="forms-panes" data-narrow={isNarrow || undefined}>
        {(!isNarrow || pane === "outline") && outline}
        {(!isNarrow || pane === "preview") && preview}
        {(!isNarrow || pane === "properties") && properties}
      </div>
      {versions && (
        <VersionsDialog
          form={form}
          definition={definition}
          onClose={() => setVersions(false)}
          onTake={(taken) => {
            change(taken);
            setVersions(false);
          }}
        />
      )}
    </div>
  );
}

/** A form of the first generation: it is read-only, and can be copied into a new one. */
export function ReadOnlyForm({ form }: { form: FormRecord }) {
  const isEmpty = !form.draft.pages?.length;
  const number = isEmpty ? (form.published?.number ?? null) : null;
  const version = useApi<{ definition: Definition }>(`/form/${form.id}/version/${number}`, undefined, {
    enabled: number !== null,
  });
  const definition = isEmpty ? version.data?.definition : form.draft;
  const [chosen, setChosen] = useState("");
  if (!definition) return null;
  return (
    <>
      <Alert type="info" showIcon title="A form of version 1 cannot be changed. Copy it into a new form, which can." />
      {definition.pages.length > 1 && (
        <Segmented
          aria-label="Page"
          value={chosen || definition.pages[0]?.id}
          onChange={(next) => setChosen(String(next))}
          options={definition.pages.map(({ id, title }, at) => ({ value: id, label: title || `Page ${at + 1}` }))}
        />
      )}
      <Preview title={form.title} definition={definition} chosen={chosen} onChoose={() => undefined} />
    </>
  );
}
