import { api, newKey, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, Dialog, FileButton, Icon, toast, useAskedFor, useAttempt } from "@staffroom/ui";
import { Labelled } from "@staffroom/form";
import { Button, Input } from "antd";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";

type Template = Answer<"people", "/forms/templates">[number];
type Offered = Pick<Template, "name" | "title" | "description"> & Partial<Template>;

const emptyForm: Offered = { name: "", title: "An empty form", description: "One page without fields" };

/** The buttons that create a form: from a template, empty, or from an exported file. */
export function NewForm() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const [busy, attempt] = useAttempt();
  useAskedFor("new", () => setOpen(true));
  const read = (file: File) =>
    attempt(
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
  return (
    <>
      <FileButton
        label="Import form"
        inputLabel="Form file (.json)"
        accept=".json,application/json"
        loading={busy !== null}
        onFile={read}
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
      <Labelled id={`${id}-title`} label="Title" problem={problem}>
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
      </Labelled>
      <div className="sr-labelled-title" id={`${id}-begin`}>
        Begin with
      </div>
      <Answered query={query} rows={4}>
        {(templates) => (
          <div className="forms-templates" role="group" aria-labelledby={`${id}-begin`}>
            {[emptyForm, ...templates].map((one) => (
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
