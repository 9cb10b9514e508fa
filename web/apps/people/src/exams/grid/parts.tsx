import { useListMeta } from "@staffroom/api";
import type { Option } from "@staffroom/contract";
import { StatusTag } from "@staffroom/ui";
import { useMemo } from "react";
import { Link } from "react-router";
import { detailOf, isMade, stands, type GridEntry, type GridExam } from "./cells";

/** The states of entries, as the list of entries declares them, by value. */
export function useStates(): ReadonlyMap<string, Option> {
  const { data } = useListMeta("/exams/entries");
  return useMemo(
    () =>
      new Map(
        (data?.columns.find(({ name }) => name === "status")?.options ?? []).map((one) => [String(one.value), one]),
      ),
    [data],
  );
}

type Props = {
  exam: GridExam;
  entry: GridEntry | undefined;
  value: unknown;
  states: ReadonlyMap<string, Option>;
  focusable?: boolean;
};

/** A cell's state in words with its tier or option; a submitted entry links to its page. Nothing without a state. */
export function CellState({ exam, entry, value, states, focusable }: Props) {
  const status = value
    ? stands(entry)
      ? entry.status
      : "planned"
    : entry?.status === "withdrawn"
      ? "withdrawn"
      : null;
  if (!status) return null;
  const state = states.get(status);
  const label = [state?.label ?? status, status !== "withdrawn" && detailOf(exam, value)].filter(Boolean).join(" ");
  const tag = <StatusTag label={label} color={state?.color} value={status} />;
  return entry && isMade(entry) ? (
    <Link to={`/exams/entries/${entry.id}`} tabIndex={focusable ? undefined : -1}>
      {tag}
    </Link>
  ) : (
    tag
  );
}
