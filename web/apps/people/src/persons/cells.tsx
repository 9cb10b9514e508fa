import { personPaths, type PersonKind } from "@staffroom/contract";
import { PageLink } from "@staffroom/screen";
import { StatusTag } from "@staffroom/ui";
import { Fragment } from "react";
import { inWords } from "../calendar/repeats";

type Named = { id: number; name: string; kind?: string };

/** Names with links to their profiles, as many as fit in the cell; people of several kinds each to their own kind's. */
function People({ value, path }: { value: unknown; path?: string }) {
  const people = Array.isArray(value) ? (value as Named[]) : [];
  return (
    <span title={people.map(({ name }) => name).join(", ")}>
      {people.map(({ id, name, kind }, at) => (
        <Fragment key={`${kind} ${id}`}>
          {at > 0 && ", "}
          <PageLink
            to={`${path ?? personPaths[kind as PersonKind]}/${id}`}
            onClick={(event) => event.stopPropagation()}
          >
            {name}
          </PageLink>
        </Fragment>
      ))}
    </span>
  );
}

/** A mark computed from the birth date. */
export const personCells = {
  under18: (value: unknown) => value === true && <StatusTag label="Under 18" color="orange" />,
};

export const eventCells = { people: (value: unknown) => <People value={value} /> };

export const masterEventCells = { rule: (value: unknown) => inWords(String(value)) };

export const courseCells = {
  tutors: (value: unknown) => <People value={value} path="/tutors" />,
  students: (value: unknown) => <People value={value} path="/students" />,
};
