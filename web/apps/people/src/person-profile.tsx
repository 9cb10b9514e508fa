import { hasRole, useSession } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { ProfileScreen, type ProfileTab } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Avatar, Icon, Panel, StatePanel, Widget, type PageBadge } from "@staffroom/ui";
import { Link } from "react-router";
import { Addresses } from "./addresses";
import { Courses, Family, StudentsOfAgent, Subjects } from "./linked";
import "./style.css";
import type { Kind } from "./types";

const nameOf = (record: RecordData) => [record.firstName, record.lastName].filter(Boolean).join(" ") || `${record.id}`;
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function badgesOf(record: RecordData): PageBadge[] {
  const badges: PageBadge[] = [];
  if (typeof record.status === "string" && record.status) badges.push({ status: titled(record.status), type: statusColor[record.status] });
  // Derived by the server from the birth date, never stored.
  if (record.under18 === true) badges.push({ status: `Under 18 (${String(record.age)})`, type: "orange" });
  return badges;
}

/** platform.md 4, status colours. */
const statusColor: Record<string, string> = { active: "green", retired: "grey", alumni: "orange", training: "orange", enquiry: "red" };

/** A list of another area, narrowed to one person. */
function Narrowed({ list, filter, id }: { list: string; filter: string; id: number }) {
  return <ListScreen path={list} fixed={{ [filter]: String(id) }} embedded={{}} readOnly />;
}

const courses: ProfileTab = { name: "courses", title: "Courses", draw: (record) => <Courses record={record} /> };
const slips = (filter: string): ProfileTab => ({
  name: "slips", title: "Slips", draw: (record) => <Narrowed list="/slips" filter={filter} id={record.id} />,
});
const invoices = (kind: "student" | "candidate" | "client"): ProfileTab => ({
  name: "invoices",
  title: "Invoices",
  draw: ({ id, organisationId }) => <Widget name="invoices" props={{ kind, id, organisationId: Number(organisationId) || undefined }} fallback={<NotHere />} />,
});

/** The area that draws this is not there at the moment. */
function NotHere({ what = "Invoices" }: { what?: string }) {
  return <Panel><StatePanel icon="receipt" title={`${what} cannot be shown now`} text="The accounts area does not answer. Please try again in a moment." /></Panel>;
}

const bankDetails: ProfileTab = {
  name: "bank-details",
  title: "Bank details",
  draw: (record) => <Widget name="bank-details" props={{ tutorId: record.id, name: nameOf(record) }} fallback={<NotHere what="Bank details" />} />,
};

/** What was asked for; a row leads to what was invoiced for it. */
const enquiries = (filter: string): ProfileTab => ({
  name: "enquiries", title: "Enquiries", draw: (record) => <Narrowed list="/enquiryWithType" filter={filter} id={record.id} />,
});

/** What a kind's profile has between its addresses and its comments. `staff` marks tabs of calls that only staff may make. */
const tabsOf: Record<Kind, { tabs: readonly ProfileTab[]; staff?: readonly ProfileTab[] }> = {
  student: {
    tabs: [
      { ...courses, draw: (record) => <Courses record={record} grades /> },
      { name: "clients", title: "Clients", draw: (record) => <Family record={record} of="student" /> },
      slips("studentId"),
    ],
    staff: [invoices("student"), enquiries("studentId")],
  },
  tutor: {
    tabs: [courses, { name: "subjects", title: "Subjects", draw: (record) => <Subjects record={record} /> }, slips("tutorId")],
  },
  client: {
    tabs: [{ name: "students", title: "Students", draw: (record) => <Family record={record} of="client" /> }],
    staff: [invoices("client"), enquiries("clientId")],
  },
  agent: { tabs: [{ name: "students", title: "Students", draw: (record) => <StudentsOfAgent record={record} /> }] },
  staff: { tabs: [] },
  candidate: { tabs: [], staff: [invoices("candidate"), enquiries("candidateId")] },
  invigilator: { tabs: [] },
};

/** The profile of a person of any kind: details, addresses, what they are linked to, comments. */
export function PersonProfile({ kind, thing }: { kind: Kind; thing: string }) {
  const { user } = useSession();
  const isStaff = hasRole(user, "staff");
  const keepsBankDetails = kind === "tutor" && hasRole(user, "accounting");
  const { tabs, staff = [] } = tabsOf[kind];
  return (
    <ProfileScreen
      thing={thing}
      titleOf={nameOf}
      badgesOf={badgesOf}
      avatarOf={(record) =>
        typeof record.userId === "number"
          ? <Widget name="avatar" props={{ userId: record.userId, size: 34 }} fallback={<Avatar name={nameOf(record)} size={34} />} />
          : <Avatar name={nameOf(record)} size={34} />
      }
      actions={(record) =>
        isStaff && typeof record.userId === "number" && (
          <Link to={`/users/${record.userId}`}><Icon name="user-cog" size={15} /> User account</Link>
        )
      }
      tabs={[
        { name: "addresses", title: "Addresses", draw: (record) => <Addresses kind={kind} record={record} thing={thing} /> },
        ...tabs,
        ...(isStaff ? staff : []),
        ...(keepsBankDetails ? [bankDetails] : []),
        { name: "files", title: "Files", draw: (record) => <Widget name="files" props={{ entityType: kind, entityTypeId: record.id }} /> },
        { name: "comments", title: "Comments", draw: (record) => <Widget name="comments" props={{ entityType: kind, entityTypeId: record.id }} /> },
      ]}
    />
  );
}
