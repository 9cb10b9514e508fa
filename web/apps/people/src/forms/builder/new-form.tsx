import { api, newKey, useApi } from "@staffroom/api";
import { Answered, Dialog, Icon, toast, useAskedFor, useAttempt } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";

type Template = { name: string; title: string; description?: string; pages?: number; fields?: number };

/** The buttons that create a form: from a template, empty, or from an exported file. */
export function NewForm() {
  const [open, setOpen] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [busy, attempt] = useAttempt();
  useAskedFor("new", () => setOpen(true));
  const read = async (file: File | undefined) => {
    if (!file) return;
    await attempt(
      async () => {
        const body: unknown = JSON.parse(await file.text().then((text) => text || "null"));
        const { id } = await api.post<{ id: number }>("/forms", body, { idempotencyKey: newKey() });
        toast.success("Form imported as a draft");
        await navigate(`/admin/forms/${id}`);
      },
      "import",
      (error) =>
        toast.error(
          error instanceof SyntaxError
            ? new Error("This file is not a form: choose one that was exported here")
            : error,
        ),
    );
  };
  return (
    <>
      <Button icon={<Icon name="upload" size={15} />} loading={busy !== null} onClick={() => chooser.current?.click()}>
        Import form
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        aria-label="Form file (.json)"
        accept=".json,application/json"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setOpen(true)}>
        New form
      </Button>
      {open && <NewFormDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function NewFormDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const key = useRef(newKey());
  const query = useApi<Template[]>("/forms/templates");
  const [template, setTemplate] = useState("");
  const [title, setTitle] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, attempt] = useAttempt();
  const make = async () => {
    const named = title.trim() || query.data?.find(({ name }) => name === template)?.title || "";
    if (!named) return setProblem("Field is required");
    await attempt(async () => {
      const form = await api.post<{ id: number }>(
        "/forms",
        { title: named, ...(template ? { template } : {}) },
        { idempotencyKey: key.current },
      );
      onClose();
      await navigate(`/admin/forms/${form.id}`);
    });
    key.current = newKey();
  };
  return (
    <Dialog
      open
      width={720}
      title="New form"
      okText="Create form"
      onOk={() => void make()}
      confirmLoading={busy !== null}
      onCancel={onClose}
    >
      <div className="forms-prop">
        <label className="forms-prop-label" htmlFor={`${id}-title`}>
          Title
        </label>
        <Input
          id={`${id}-title`}
          autoFocus
          value={title}
          maxLength={200}
          status={problem ? "error" : undefined}
          placeholder={query.data?.find(({ name }) => name === template)?.title}
          onChange={({ target }) => {
            setTitle(target.value);
            setProblem("");
          }}
          onPressEnter={() => void make()}
        />
        {problem && (
          <span className="sr-note sr-note-bad" role="alert">
            {problem}
          </span>
        )}
      </div>
      <div className="forms-prop-label" id={`${id}-begin`}>
        Begin with
      </div>
      <Answered query={query} rows={4}>
        {(templates) => (
          <div className="forms-templates" role="group" aria-labelledby={`${id}-begin`}>
            {[
              { name: "", title: "An empty form", description: "One page without fields" } as Template,
              ...templates,
            ].map((one) => (
              <button
                key={one.name}
                type="button"
                aria-pressed={template === one.name}
                onClick={() => setTemplate(one.name)}
              >
                <b>{one.title}</b>
                <small>{one.description}</small>
                {one.fields !== undefined && (
                  <small>
                    {one.pages} {one.pages === 1 ? "page" : "pages"}, {one.fields} fields
                  </small>
                )}
              </button>
            ))}
          </div>
        )}
      </Answered>
    </Dialog>
  );
}
