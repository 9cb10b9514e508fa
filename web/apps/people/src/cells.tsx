import { StatusTag } from "@staffroom/ui";
import { Fragment } from "react";
import { Link } from "react-router";

type Named = { id: number; name: string };

/** Names with links to their profiles, as many as fit in the cell. */
function People({ value, path }: { value: unknown; path: string }) {
  const people = Array.isArray(value) ? (value as Named[]) : [];
  return (
    <span title={people.map(({ name }) => name).join(", ")}>
      {people.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ", "}
          <Link to={`${path}/${id}`} onClick={(event) => event.stopPropagation()}>{name}</Link>
        </Fragment>
      ))}
    </span>
  );
}

/** A mark computed from the birth date. */
export const personCells = { under18: (value: unknown) => value === true && <StatusTag label="Under 18" color="orange" /> };

export const courseCells = {
  tutors: (value: unknown) => <People value={value} path="/tutors" />,
  students: (value: unknown) => <People value={value} path="/students" />,
};
