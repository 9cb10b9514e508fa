import { api, hasRole, useApi, useUser } from "@staffroom/api";
import type { Field, FieldChange, FieldSection, RecordData } from "@staffroom/contract";
import { authorOf, FieldValue, ProfileScreen, type ProfileTab } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Avatar, ErrorState, formatDateTime, Icon, LoadingState, Panel, StatePanel, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { ImpersonateButton } from "../impersonate";
import { RoleSwitches } from "../role-switches";
import { SessionList } from "../session-list";
import "../style.css";

const nameOf = (record: RecordData) => String(record.name ?? record.username ?? record.id);
/** The whole record, where it was deleted. */
const wholeRecord: Field = { name: "*", title: "The user", type: "text" };

function Changes({ id }: { id: number }) {
  const { data, error, refetch } = useApi<FieldChange[]>(`/users/${id}/history`, undefined, { staleTime: 0 });
  const form = useApi<{ sections: FieldSection[] }>("/users/fields");
  const fields = new Map(form.data?.sections.flatMap((section) => section.fields).map((field) => [field.name, field]));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !form.data) return <LoadingState />;
  if (!data.length) return <StatePanel icon="history" title="Never changed" text="Changes to this user will be listed here." />;
  return (
    <ol className="id-changes">
      {data.map((change) => {
        const field = fields.get(change.field) ?? wholeRecord;
        return (
          <li key={change.id}>
            <span className="sr-num">{formatDateTime(change.changed)}</span>
            <span>{authorOf(change)}</span>
            <span>{field.title}</span>
            <span><del>{change.oldText ?? <FieldValue field={field} value={change.oldValue} />}</del>{change.newText ?? <FieldValue field={field} value={change.newValue} />}</span>
          </li>
        );
      })}
    </ol>
  );
}

function LinkButton({ record }: { record: RecordData }) {
  const dialogs = useDialogs();
  const send = async () => {
    const text = `${nameOf(record)} gets a mail to ${String(record.email)} with a link that works once, for 60 minutes.`;
    if (!(await dialogs.ask({ title: "Send a link to set a password?", text, yes: "Send", no: "Cancel" }))) return;
    try {
      await api.post(`/users/${record.id}/password/link`);
      toast.success("The link is on its way");
    } catch (error) {
      toast.error(error);
    }
  };
  return <Button icon={<Icon name="key" size={15} />} onClick={() => void send()}>Send password link</Button>;
}

/** A user: details, roles, sessions, changes, audit. */
export default function Screen() {
  const me = useUser();
  const tabs: ProfileTab[] = [
    { name: "roles", title: "Roles", draw: (record) => <Panel flush><RoleSwitches record={record} /></Panel> },
    { name: "sessions", title: "Sessions", draw: (record) => <SessionList userId={record.id} /> },
  ];
  if (hasRole(me)) {
    tabs.push(
      { name: "history", title: "History", draw: (record) => <Panel flush><Changes id={record.id} /></Panel> },
      {
        name: "audit",
        title: "Audit",
        draw: (record) => <ListScreen path="/auth/audit" fixed={{ userId: String(record.id) }} embedded={{}} readOnly />,
      },
    );
  }
  return (
    <ProfileScreen
      thing="/users"
      titleOf={nameOf}
      badgesOf={(record) => (typeof record.status === "string" ? [{ status: record.status.charAt(0).toUpperCase() + record.status.slice(1) }] : [])}
      avatarOf={(record) => <Avatar name={nameOf(record)} size={34} />}
      tabs={tabs}
      actions={(record) => (
        <>
          {record.may?.sendPasswordLink === true && record.status === "active" && <LinkButton record={record} />}
          {record.may?.impersonate === true && !me.impersonatedBy && <ImpersonateButton id={record.id} name={nameOf(record)} />}
        </>
      )}
    />
  );
}
