import { api, newKey } from "@staffroom/api";
import { dropDraft, keepDraft, readDraft, useOptions } from "@staffroom/form";
import { Dialog, labelSearch, plainText, RichText, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, DatePicker, Select } from "antd";
import dayjs from "dayjs";
import { useId, useState } from "react";
import { Cards } from "./cards";
import { PickAbout } from "./pick-about";
import "./style.css";
import { journalChanged, people, type About } from "./types";

type Draft = { content: string; date: string; userIds: number[]; departmentId: number | null; about: About[] };
type ComposeProps = {
  /** The initial subjects of a new entry. */
  about?: readonly About[];
  /** The entry that it answers, whose readers get the answer unless others are named. */
  parent?: { id: number; author: string; userIds: readonly number[] };
  onClose: () => void;
  onDone?: () => void;
};

const day = "YYYY-MM-DD";
const empty = (about: readonly About[], userIds: readonly number[]): Draft => ({
  content: "",
  date: dayjs().format(day),
  userIds: [...userIds],
  departmentId: null,
  about: [...about],
});
const keyOf = ({ about = [], parent }: ComposeProps) =>
  `journal.${parent ? `reply.${parent.id}` : about.map(({ kind, id }) => `${kind}.${id}`).join(".") || "new"}`;

/** The dialog that writes an entry. The text is kept in the browser until the entry is added. */
export function Compose(props: ComposeProps) {
  const { about = [], parent, onClose, onDone } = props;
  const key = keyOf(props);
  const [draft, setDraft] = useState(() => readDraft<Draft>(key) ?? empty(about, parent?.userIds ?? []));
  const [sent] = useState(newKey);
  const [isRefused, setRefused] = useState(false);
  const [busy, attempt] = useAttempt();
  const dialogs = useDialogs();
  const id = useId();
  const known = useOptions({ optionsFrom: people });
  const departments = useOptions({ optionsFrom: "/departments" });
  const change = (part: Partial<Draft>) => {
    const now = { ...draft, ...part };
    setDraft(now);
    keepDraft(key, now);
  };
  const isEmpty = plainText(draft.content).trim() === "";
  const discard = async () => {
    if (
      !isEmpty &&
      !(await dialogs.ask({
        title: "Discard draft?",
        text: "Your text will be lost.",
        yes: "Discard draft",
        danger: true,
      }))
    )
      return;
    dropDraft(key);
    onClose();
  };
  const send = async () => {
    if (isEmpty) return setRefused(true);
    const { about: links, ...entry } = draft;
    const ids = Object.fromEntries(links.map((one) => [`${one.kind}Id`, one.id]));
    await attempt(async () => {
      await api.post(
        "/my/journal/entry",
        { ...entry, ...(parent ? { parentId: parent.id } : {}), ...ids },
        { idempotencyKey: sent },
      );
      dropDraft(key);
      toast.success("Journal entry added");
      journalChanged();
      onDone?.();
      onClose();
    });
  };
  return (
    <Dialog
      open
      width={760}
      title={parent ? `Reply to ${parent.author}` : "Journal entry"}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="discard" onClick={() => void discard()}>
          Discard draft
        </Button>,
        <Button key="add" type="primary" loading={busy !== null} onClick={() => void send()}>
          Add entry
        </Button>,
      ]}
    >
      <div className="tea-compose">
        <RichText label="Entry" autoFocus value={draft.content} onChange={(content) => change({ content })} />
        {isRefused && isEmpty && (
          <p role="alert" className="tea-compose-fault">
            Please write the entry
          </p>
        )}
        <div className="tea-compose-row">
          <label htmlFor={`${id}-date`}>Date</label>
          <DatePicker
            id={`${id}-date`}
            format="DD/MM/YYYY"
            allowClear={false}
            value={dayjs(draft.date)}
            onChange={(value) => change({ date: (value ?? dayjs()).format(day) })}
          />
          <label htmlFor={`${id}-people`}>People</label>
          <Select<number[]>
            id={`${id}-people`}
            mode="multiple"
            placeholder={parent ? "Those of the entry" : "Readers besides you and the academic office"}
            options={known.options as { value: number; label: string }[]}
            showSearch={labelSearch}
            loading={known.loading}
            value={draft.userIds}
            onChange={(userIds) => change({ userIds })}
          />
          {departments.options.length > 0 && (
            <>
              <label htmlFor={`${id}-department`}>Department</label>
              <Select<number | null>
                id={`${id}-department`}
                allowClear
                placeholder="As what it is about"
                options={departments.options as { value: number; label: string }[]}
                value={draft.departmentId}
                onChange={(departmentId) => change({ departmentId: departmentId ?? null })}
              />
            </>
          )}
        </div>
        <h3>About</h3>
        <Cards
          cards={draft.about}
          onRemove={(card) => change({ about: draft.about.filter((one) => one.kind !== card.kind) })}
        />
        <PickAbout onPick={(one) => change({ about: [...draft.about.filter(({ kind }) => kind !== one.kind), one] })} />
      </div>
    </Dialog>
  );
}
