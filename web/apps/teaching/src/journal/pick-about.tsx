import { useListPage } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { formatDate, formatDateTime, useDebounced } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import { kinds, type About, type Kind } from "./types";

type Source = { path: string; sort: string; shown: (row: Row) => { id: number; title: string } };

const text = (...parts: unknown[]) => parts.filter(Boolean).join(", ");
const shortest = 3;

/** The list of each kind, and how its rows are named. */
const sources: Readonly<Record<Kind, Source>> = {
  slip: {
    path: "/slips",
    sort: "-tutorialDate",
    shown: ({ id, student, course, tutorialDate }) => ({
      id: Number(id),
      title: text(student, course, formatDate(tutorialDate)),
    }),
  },
  course: {
    path: "/courses",
    sort: "",
    shown: ({ id, board, level, subject }) => ({
      id: Number(id),
      title: [board, level, subject].filter(Boolean).join(" "),
    }),
  },
  event: {
    path: "/events",
    sort: "-start",
    shown: ({ id, title, start }) => ({ id: Number(id), title: text(title, formatDateTime(start)) }),
  },
  homework: {
    path: "/homework",
    sort: "-dueDate",
    shown: ({ homeworkId, title, course }) => ({ id: Number(homeworkId), title: text(title, course) }),
  },
};
const choices = Object.entries(kinds).map(([value, { title }]) => ({ value: value as Kind, label: title }));

/** Finds a slip, course, event or homework by words. */
export function PickAbout({ onPick }: { onPick: (about: About) => void }) {
  const [kind, setKind] = useState<Kind>("slip");
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const { path, shown, sort } = sources[kind];
  const query = { page: 1, pageSize: 10, ...(sort ? { sort } : {}), ...(search.length >= shortest ? { search } : {}) };
  const { data, isFetching } = useListPage(path, query);
  // Homework has a row for each student.
  const records = [...new Map((data?.data ?? []).map(shown).map((one) => [one.id, one])).values()];
  const label = `Search ${kinds[kind].title.toLowerCase()}`;
  return (
    <div className="tea-pick-about">
      <Select<Kind> aria-label="Kind" options={choices} value={kind} onChange={setKind} />
      <Select<number | null>
        showSearch
        aria-label={label}
        placeholder={label}
        value={null}
        filterOption={false}
        loading={isFetching}
        searchValue={typed}
        onSearch={setTyped}
        notFoundContent={isFetching ? "Searching" : "Nothing found"}
        options={records.map(({ id, title }) => ({ value: id, label: title }))}
        onSelect={(id) => {
          const one = records.find((other) => other.id === id);
          if (one) onPick({ kind, ...one });
          setTyped("");
        }}
      />
    </div>
  );
}
