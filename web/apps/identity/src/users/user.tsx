import { api, invalidate, useUser } from "@staffroom/api";
import type { ProfileRoute, RecordData } from "@staffroom/contract";
import { attempt, formatDateTime, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { ImpersonateButton } from "./impersonate";

function LinkButton({ record }: { record: RecordData }) {
  const dialogs = useDialogs();
  const send = async () => {
    const text = `${String(record.name)} gets a mail to ${String(record.email)} with a link that works once, for 60 minutes.`;
    if (!(await dialogs.ask({ title: "Send a link to set a password?", text, yes: "Send link" }))) return;
    if (await attempt(() => api.post(`/users/${record.id}/password/link`))) toast.success("The link is on its way");
  };
  return (
    <Button icon={<Icon name="key" size={15} />} onClick={() => void send()}>
      Send password link
    </Button>
  );
}

/** For a user who has lost their phone or key; their next sign-in asks for a new factor, or for none. */
function FactorsButton({ record }: { record: RecordData }) {
  const dialogs = useDialogs();
  const remove = async () => {
    const names = (record.secondFactors as { name: string }[]).map(({ name }) => name).join(", ");
    const text = `${String(record.name)} signs in without ${names} from now on, and is signed out everywhere. Do this only when you know that it is them who ask.`;
    if (!(await dialogs.ask({ title: "Remove the second factors?", text, yes: "Remove second factors", danger: true })))
      return;
    const done = await attempt(() =>
      api.post(`/users/${record.id}/second-factors/remove`).then(() => invalidate(`/users/${record.id}`)),
    );
    if (done) toast.success("The second factors were removed. The user gets a mail");
  };
  return (
    <Button icon={<Icon name="shield" size={15} />} onClick={() => void remove()}>
      Remove second factors
    </Button>
  );
}

/** The persons of a user, by the id that names each: the title of its record, and its page. */
const persons = [
  ["staffId", "Staff record", "/staff"],
  ["tutorId", "Tutor record", "/tutors"],
  ["studentId", "Student record", "/students"],
  ["clientId", "Client record", "/clients"],
  ["candidateId", "Candidate record", "/candidates"],
  ["invigilatorId", "Invigilator record", "/invigilators"],
  ["agentId", "Agent record", "/agents"],
] as const;

function Actions({ record }: { record: RecordData }) {
  const me = useUser();
  return (
    <>
      {persons.map(
        ([id, title, path]) =>
          typeof record[id] === "number" && (
            <Link key={id} to={`${path}/${record[id]}`}>
              <Icon name="user" size={15} /> {title}
            </Link>
          ),
      )}
      {record.may?.sendPasswordLink === true && record.status === "active" && <LinkButton record={record} />}
      {(record.secondFactors as unknown[] | null)?.length && record.id !== me.id && !me.impersonatedBy ? (
        <FactorsButton record={record} />
      ) : null}
      {record.may?.impersonate === true && !me.impersonatedBy && (
        <ImpersonateButton id={record.id} name={String(record.name)} />
      )}
    </>
  );
}

const none = <span className="sr-muted">–</span>;
const roles = {
  title: "Roles",
  draw: ({ id, roles: held }: RecordData) => (
    <Link to={`/users/${id}/roles`}>
      {(held as { title: string }[]).map(({ title }) => title).join(", ") || "None"}
    </Link>
  ),
};
const lastSignIn = {
  title: "Last sign-in",
  draw: (record: RecordData) => (record.lastSignIn ? formatDateTime(record.lastSignIn) : none),
};
const department = {
  title: "Department",
  draw: (record: RecordData) => (record.primaryDepartment as { title: string } | null)?.title ?? none,
};

/** A user: details, roles, sessions, changes, audit. */
export const userProfile: ProfileRoute = {
  thing: "/users",
  // Persons are links in the header, and a picture is placed where it is chosen.
  sections: ["details", "roles"],
  badges: ["status"],
  facts: [roles, department, lastSignIn],
  avatar: true,
  actions: (record) => <Actions record={record} />,
  tabs: [
    { name: "roles", title: "Roles", load: () => import("./role-switches") },
    { name: "sessions", title: "Sessions", load: () => import("./session-list") },
    { name: "history", title: "History", call: "/users/{id}/history", load: () => import("./history") },
    { name: "audit", title: "Audit", list: "/auth/audit", by: "userId" },
  ],
};
