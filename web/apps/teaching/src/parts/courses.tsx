import { useListPage } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { Icon, useDebounced } from "@staffroom/ui";
import { Input, Segmented } from "antd";
import { useState } from "react";

const types = [
  ["", "All"],
  ["group", "Group"],
  ["indiv", "Individual"],
  ["shared", "Shared"],
].map(([value = "", label]) => ({ value, label }));

/** Returns `AQA A-level Mathematics` for a row of the list of courses. */
export const courseTitle = (row: Row) => [row.board, row.level, row.subject].filter(Boolean).map(String).join(" ");

/** Returns the names of such a row's tutors or students. */
export const namesOf = (people: unknown) => (people as { name: string }[]).map(({ name }) => name).join(", ");

/**
 * Loads the first `most` active courses of a type, with a word or only with `more`: their page, and the tools that
 * narrow it.
 */
export function useCourses(most: number, more: Readonly<Record<string, string>> = {}) {
  const [type, setType] = useState("");
  const [text, setText] = useState("");
  const search = useDebounced(text);
  const page = useListPage("/courses", {
    status: "active",
    page: 1,
    pageSize: most,
    ...(type && { type }),
    ...(search && { search }),
    ...more,
  });
  const tools = (
    <>
      <Segmented aria-label="Type of course" options={types} value={type} onChange={setType} />
      <Input
        className="tea-search"
        type="search"
        aria-label="Search courses"
        placeholder="Search"
        prefix={<Icon name="search" size={14} />}
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </>
  );
  return { page, tools, isNarrowed: !!(search || type) };
}

/** Says that there are more courses than are shown. */
export function MoreCourses({ shown, total }: { shown: number; total: number }) {
  return (
    total > shown && <p className="sr-muted">{`These are ${shown} of ${total} courses. Search to find the others.`}</p>
  );
}
