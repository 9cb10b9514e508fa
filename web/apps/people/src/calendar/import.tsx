import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import {
  ActionButton,
  Answered,
  Dialog,
  DialogButton,
  FileButton,
  formatCount,
  formatDateTime,
  IconButton,
  PlainTable,
  toast,
  useAttempt,
} from "@staffroom/ui";
import { Button, Checkbox, Input } from "antd";
import { useId, useState } from "react";

const path = "/events/imports";
type Calendars = Answer<"people", "/events/imports">;
type Imported = Answer<"people", "/events/imports", "post">;

/** The button and the dialog that import another program's calendar into the user's, as busy time. */
export const Import = () => (
  <DialogButton label="Import" icon="upload">
    {(close) => <ImportDialog onClose={close} />}
  </DialogButton>
);

/** Pasted text has no file name. */
const pasted = "Pasted calendar";

function ImportDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const query = useApi<Calendars>(path, undefined, { staleTime: 0 });
  const [name, setName] = useState("");
  const [content, setContent] = useState("");
  const [titles, setTitles] = useState(false);
  const [leftOut, setLeftOut] = useState<{ name: string; lines: string[] } | null>(null);
  const [busy, run] = useAttempt();
  const choose = async (file: File) => {
    setName(file.name);
    setContent(await file.text());
  };
  const read = async () => {
    setLeftOut(null);
    const called = name.trim() || pasted;
    const { added, kept, removed, leftOut: lines } = await api.post<Imported>(path, { name: called, content, titles });
    toast.success(
      [
        `${formatCount(added, "event", "events")} imported`,
        kept && `${kept} already there`,
        removed && `${removed} removed`,
      ]
        .filter(Boolean)
        .join(", "),
    );
    setLeftOut({ name: called, lines });
    setContent("");
    setName("");
    await invalidate("/events");
  };
  const remove = (record: number) =>
    run(async () => {
      await api.delete(`${path}/${record}`);
      await invalidate("/events");
    }, record);
  return (
    <Dialog
      open
      title="Import a calendar"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ActionButton
            type="primary"
            refusal={!content.trim() && "Choose a calendar file or paste its text"}
            run={read}
          >
            Import calendar
          </ActionButton>
        </>
      }
    >
      <p>
        Nobody books you while another calendar says that you are busy. A year ahead is read; import the file again when
        it has changed.
      </p>
      <div className="people-import">
        <div className="people-import-file">
          <FileButton
            label="Choose file"
            inputLabel="Calendar file (.ics)"
            accept=".ics,text/calendar"
            onFile={choose}
          />
          <span>{name || "A calendar file (.ics)"}</span>
        </div>
        <label htmlFor={`${id}-text`}>or paste its text</label>
        <Input.TextArea
          id={`${id}-text`}
          rows={3}
          maxLength={1_000_000}
          placeholder="BEGIN:VCALENDAR"
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
        <Checkbox checked={titles} onChange={({ target }) => setTitles(target.checked)}>
          Keep the titles. The office sees them; without them each event is called Busy
        </Checkbox>
      </div>
      {leftOut && leftOut.lines.length > 0 && (
        <section className="people-left-out" aria-labelledby={`${id}-left-out`} role="status">
          <h3 id={`${id}-left-out`}>Left out of {leftOut.name}</h3>
          <ul>
            {leftOut.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      <Answered query={query} rows={1}>
        {(calendars) =>
          calendars.length > 0 && (
            <PlainTable
              stacks
              rows={calendars}
              keyOf={(one) => one.id}
              columns={[
                { title: "Imported calendar", head: true, cell: (one) => one.name },
                { title: "To come", cell: (one) => formatCount(one.dates, "event", "events") },
                { title: "Imported", cell: ({ imported }) => formatDateTime(imported) },
                {
                  title: "",
                  cell: (one) => (
                    <IconButton
                      label={`Remove ${one.name}`}
                      icon="trash"
                      loading={busy === one.id}
                      onClick={() => void remove(one.id)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Answered>
    </Dialog>
  );
}
