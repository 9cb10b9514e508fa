import { hasRole, useListPage, useRecord, useUser } from "@staffroom/api";
import type { Page, Row } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { mayAskForKeys } from "@staffroom/list";
import {
  Answered,
  formatDate,
  formatDateTime,
  Icon,
  labelSearch,
  PageHeader,
  StatePanel,
  useAddress,
  useAskedFor,
  useDebounced,
  useOpenRecord,
} from "@staffroom/ui";
import { Button, DatePicker, Input, Segmented, Select } from "antd";
import dayjs from "dayjs";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Compose } from "./compose";
import { kinds, list, pathOf, people, type Entry, type Kind } from "./types";
import { Thread } from "./thread";
import "./style.css";

/** The filters that the address keeps, under the names of the list. */
const filters = [
  "unread",
  "userId",
  "authorId",
  "about",
  "courseId",
  "studentId",
  "tutorId",
  "slipId",
  "eventId",
  "homeworkId",
  "departmentId",
  "date",
  "whose",
  "search",
];
const sizes = [50, 100, 250, 500, 1000];
const day = "YYYY-MM-DD";

/** Returns the address parameters that filter the list, and a function that changes some of them. */
function useFilters() {
  const [address, change] = useAddress();
  const now = Object.fromEntries(
    filters.flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? ""]] : [])),
  );
  const set = (values: Record<string, string | null>) => change(values, { replace: true });
  return [now, set] as const;
}

/** The journal: entries by day on the left, the open one with its thread on the right. */
export default function Journal() {
  const [asked, set] = useFilters();
  const [opened, open] = useOpenRecord("entry");
  const [isWriting, setWriting] = useState(false);
  const [answers, setAnswers] = useState<Entry | null>(null);
  const [size, setSize] = useState(0);
  useAskedFor("new", () => setWriting(true));
  const query = useListPage(list, { ...asked, sort: "-date", page: 1, pageSize: sizes[size] });
  const entry = useRecord<Entry>(pathOf(opened ?? 0), opened !== null).data;
  useKeys(() => entry && setAnswers(entry));
  return (
    <div className="tea-journal-page">
      <PageHeader
        title="Journal"
        actions={
          <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setWriting(true)}>
            Write entry
          </Button>
        }
      />
      <div className="tea-journal" data-open={opened !== null || undefined}>
        <section aria-label="Entries">
          <Tools asked={asked} set={set} />
          <Answered query={query} rows={8}>
            {(page) => (
              <Days
                page={page}
                opened={opened}
                open={open}
                onMore={size < sizes.length - 1 ? () => setSize(size + 1) : undefined}
                isFiltered={Object.keys(asked).length > 0}
              />
            )}
          </Answered>
        </section>
        <section aria-label="Entry" className="tea-journal-opened">
          {opened === null ? (
            <StatePanel
              compact
              icon="notebook"
              title="No entry is open"
              text="Open one on the left. J and K go through them, Enter opens, R replies."
            />
          ) : (
            <>
              <Button
                className="tea-journal-back"
                icon={<Icon name="chevron-left" size={15} />}
                onClick={() => open(null)}
              >
                All entries
              </Button>
              <Thread key={opened} id={opened} onOpen={open} onReply={setAnswers} />
            </>
          )}
        </section>
      </div>
      {isWriting && <Compose onClose={() => setWriting(false)} />}
      {answers && (
        <Compose
          key={answers.id}
          parent={{ id: answers.id, author: answers.author.name, userIds: othersOn(answers) }}
          onClose={() => setAnswers(null)}
        />
      )}
    </div>
  );
}

/** Returns the readers of a reply: those of the entry, and its author. The service leaves the writer out. */
const othersOn = ({ author, users }: Entry) => [author.id, ...users.map(({ id }) => id)];

/** J and K move through the entries, R answers the open one; Enter belongs to the button. */
function useKeys(onReply: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !mayAskForKeys(event.target)) return;
    if (event.key === "r") {
      event.preventDefault();
      return onReply();
    }
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined) return;
    const rows = [...document.querySelectorAll<HTMLElement>(".tea-journal-row")];
    const at = rows.findIndex((row) => row === document.activeElement);
    const from = at < 0 ? rows.findIndex((row) => row.getAttribute("aria-current") === "true") : at;
    rows[Math.min(Math.max(from + step, 0), rows.length - 1)]?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

type Filters = { asked: Record<string, string>; set: (values: Record<string, string | null>) => void };

/** Search and filters. */
function Tools({ asked, set }: Filters) {
  const [typed, setTyped] = useState(asked.search ?? "");
  const search = useDebounced(typed);
  const narrow = useEffectEvent(set);
  const isFirst = useRef(true);
  const isOffice = hasRole(useUser(), "academicOffice");
  const { options } = useOptions({ optionsFrom: people });
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else narrow({ search: search || null });
  }, [search]);
  const [from, to] = (asked.date ?? "").split("..");
  const person = (name: "userId" | "authorId", label: string) => (
    <Select<number | null>
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={labelSearch}
      options={options as { value: number; label: string }[]}
      value={Number(asked[name]) || null}
      onChange={(id) => set({ [name]: id ? String(id) : null })}
    />
  );
  const elsewhere = (["courseId", "studentId", "tutorId", "slipId", "eventId", "homeworkId"] as const).filter(
    (name) => asked[name],
  );
  return (
    <div className="tea-journal-tools">
      <Input
        type="search"
        aria-label="Search entries"
        placeholder="Search"
        allowClear
        prefix={<Icon name="search" size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Segmented
        aria-label="Which entries"
        options={[
          { value: "", label: "All" },
          { value: "true", label: "Unread" },
        ]}
        value={asked.unread ?? ""}
        onChange={(value) => set({ unread: value || null })}
      />
      {isOffice && (
        <Segmented
          aria-label="Whose entries"
          options={[
            { value: "", label: "Mine" },
            { value: "mine,others", label: "Everybody's" },
          ]}
          value={asked.whose ?? ""}
          onChange={(value) => set({ whose: value || null })}
        />
      )}
      {person("userId", "Person")}
      {person("authorId", "Author")}
      <Select<string | null>
        aria-label="About"
        placeholder="About"
        allowClear
        options={Object.entries(kinds).map(([value, { title }]) => ({ value, label: title }))}
        value={asked.about ?? null}
        onChange={(about) => set({ about: about ?? null })}
      />
      <DatePicker.RangePicker
        aria-label="Dates"
        format="DD/MM/YYYY"
        allowEmpty={[true, true]}
        value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
        onChange={(days) =>
          set({ date: days?.some(Boolean) ? `${days[0]?.format(day) ?? ""}..${days[1]?.format(day) ?? ""}` : null })
        }
      />
      {elsewhere.length > 0 && (
        <Button size="small" onClick={() => set(Object.fromEntries(elsewhere.map((name) => [name, null])))}>
          Of one record: show all
        </Button>
      )}
    </div>
  );
}

type DaysProps = {
  page: Page;
  opened: number | null;
  open: (id: number) => void;
  onMore?: () => void;
  isFiltered: boolean;
};

/** Entries by day. */
function Days({ page: { data, total }, opened, open, onMore, isFiltered }: DaysProps) {
  if (data.length === 0)
    return (
      <StatePanel
        compact
        icon="notebook"
        title="No entries"
        text={isFiltered ? "Nothing matches. Remove a filter to see more." : "Write an entry to begin."}
      />
    );
  const days = new Map<string, Row[]>();
  for (const row of data) days.set(String(row.date), [...(days.get(String(row.date)) ?? []), row]);
  return (
    <>
      {[...days].map(([date, rows]) => (
        <div key={date} className="tea-journal-day">
          <h2>{formatDate(date)}</h2>
          <ul>
            {rows.map((row) => (
              <li key={Number(row.id)}>
                <EntryRow row={row} isOpen={Number(row.id) === opened} onOpen={() => open(Number(row.id))} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {onMore && total > data.length && <Button onClick={onMore}>Show more</Button>}
    </>
  );
}

/** An entry in the list: its author, its first words, its subjects. */
function EntryRow({ row, isOpen, onOpen }: { row: Row; isOpen: boolean; onOpen: () => void }) {
  const about = (Object.keys(kinds) as Kind[]).filter((kind) => row[kind]);
  const replies = Number(row.replies);
  return (
    <button
      type="button"
      className="tea-journal-row"
      aria-current={isOpen}
      data-unread={row.unread === true || undefined}
      onClick={onOpen}
    >
      <span className="tea-journal-who">
        {row.unread === true && <span className="tea-new">New</span>}
        <b>{String(row.author)}</b>
        {row.people ? <span className="sr-muted">{`to ${String(row.people)}`}</span> : null}
        <span className="sr-spacer" />
        {row.created ? <span className="sr-muted">{formatDateTime(row.created).split(" ").at(-1)}</span> : null}
      </span>
      <span className="tea-journal-text">
        {row.parentId ? "↳ " : ""}
        {String(row.excerpt)}
      </span>
      {(about.length > 0 || replies > 0) && (
        <span className="tea-journal-about sr-muted">
          {about.map((kind) => (
            <span key={kind}>
              <Icon name={kinds[kind].icon} size={13} /> {String(row[kind])}
            </span>
          ))}
          {replies > 0 && (
            <span>
              <Icon name="message" size={13} /> {replies === 1 ? "1 reply" : `${replies} replies`}
            </span>
          )}
        </span>
      )}
    </button>
  );
}
