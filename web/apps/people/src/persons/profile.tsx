import { hasRole, useListPage, useSession } from "@staffroom/api";
import {
  type Badge,
  type ListRoute,
  type ProfileRoute,
  type RecordData,
  personPaths,
  type PersonKind,
} from "@staffroom/contract";
import { formatDateTime, Icon, Widget } from "@staffroom/ui";
import dayjs from "dayjs";
import { Fragment } from "react";
import { Link } from "react-router";
import { StartChecklists } from "../checklists/start";
import { RequestForms } from "../forms/requests/ask-selection";
import { WhyLooking } from "../compliance/why-looking";
import type { Linked } from "../types";
import { personCells } from "./cells";
import { addresses, attached, checklists, tabsOf } from "./tabs";

const headingOf = "{firstName} {lastName}";

/** Derived by the server from the birth date, never stored. */
const under18 = (record: RecordData): Badge | null =>
  record.under18 === true ? { status: `Under 18 (${String(record.age)})`, type: "orange" } : null;

function UserAccount({ userId }: { userId: unknown }) {
  const { user } = useSession();
  if (!hasRole(user, "staff") || typeof userId !== "number") return null;
  return (
    <Link to={`/users/${userId}`}>
      <Icon name="user-cog" size={15} /> User account
    </Link>
  );
}

/** The names in a part of a record, with links to their pages. */
const people = (title: string, part: string, path: string) => ({
  title,
  draw: (record: RecordData) => {
    const linked = (record[part] ?? []) as Linked[];
    return linked.length ? (
      linked.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ", "}
          <Link to={`${path}/${id}`}>{name}</Link>
        </Fragment>
      ))
    ) : (
      <span className="sr-muted">–</span>
    );
  },
});
const contact = ["phone", "email"];

/** A person's next tutorial, with a link to its event. */
function NextTutorial({ by, id }: { by: "studentId" | "tutorId"; id: number }) {
  // To the minute, so that all lookups within it share one request.
  const from = dayjs().startOf("minute").toISOString();
  const [next] =
    useListPage("/events", {
      [by]: String(id),
      type: "tutorial",
      status: "active",
      from: `${from}..`,
      sort: "start",
      page: 1,
      pageSize: 10,
    }).data?.data ?? [];
  if (!next) return <span className="sr-muted">–</span>;
  return <Link to={`/companyCalendar/day?event=${String(next.id)}`}>{formatDateTime(next.start)}</Link>;
}
const nextTutorial = (by: "studentId" | "tutorId") => ({
  title: "Next tutorial",
  draw: ({ id }: RecordData) => <NextTutorial by={by} id={id} />,
});

/** The first tiles of the summary on each kind's page. With the figures of all areas there are at most six. */
const facts: Record<PersonKind, ProfileRoute["facts"]> = {
  student: [nextTutorial("studentId"), people("Clients", "clients", "/clients")],
  tutor: [nextTutorial("tutorId"), ...contact],
  client: [...contact, people("Students", "students", "/students")],
  agent: ["company", ...contact],
  staff: ["jobTitle", "extension", "email"],
  candidate: ["candidateNumber", "uci", "email"],
  invigilator: contact,
};

/** The working hours of a person, a week as a grid. */
const hours = () => import("../calendar/hours").then(({ Availability }) => ({ default: Availability }));

/** A list of one kind of person; selected ones can be emailed. */
export const personList = (kind: PersonKind): ListRoute => ({
  path: personPaths[kind],
  cells: personCells,
  selectionActions: (choice) => (
    <>
      <Widget name="email-selection" props={{ entityType: kind, path: personPaths[kind], choice }} />
      {tabsOf[kind].includes(checklists) && <StartChecklists about={kind} choice={choice} />}
      {kind !== "agent" && <RequestForms kind={kind} choice={choice} />}
    </>
  ),
});

/** The page of a person: details, addresses, links, files, comments. */
export const personProfile = (kind: PersonKind): ProfileRoute => ({
  thing: personPaths[kind],
  heading: headingOf,
  badges: ["status", under18],
  drawn: { availability: hours },
  facts: facts[kind],
  avatar: true,
  actions: (record) => (
    <>
      {record.asksReason === true && <WhyLooking id={record.id} />}
      <UserAccount userId={record.userId} />
    </>
  ),
  tabs: [addresses(kind), ...tabsOf[kind], ...attached(kind)],
});
