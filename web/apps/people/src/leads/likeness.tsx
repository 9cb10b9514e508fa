import { api, useApi } from "@staffroom/api";
import { PageLink } from "@staffroom/screen";
import { Icon, toast, useAttempt, useDebounced, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { leads, readAgain, sharedIn, type Like } from "./types";

const kinds: Record<Like["kind"], string> = {
  lead: "Lead",
  client: "Client",
  student: "Student",
  candidate: "Candidate",
  agent: "Agent",
};

type Described = { first: string; last: string; email: string; phone: string };

/** Returns leads and persons similar to the described one; nothing if nothing is described. */
export function useLike(described: Described, without = 0): readonly Like[] {
  const asked = useDebounced(JSON.stringify({ ...described, without }));
  const query = JSON.parse(asked) as Described & { without: number };
  const isEmpty = !query.email && query.phone.length < 7 && !(query.first && query.last);
  const { data } = useApi<Like[]>(`${leads}/like`, query, { enabled: !isEmpty });
  return isEmpty ? [] : (data ?? []);
}

type Props = { found: readonly Like[]; lead?: { id: number; name: string }; onDone?: () => void };

/** Shows possible duplicates, and offers to merge or link them if a lead is given. */
export function SameSomebody({ found, lead, onDone }: Props) {
  const dialogs = useDialogs();
  // One for all: a lead is merged once.
  const [busy, attempt] = useAttempt();
  if (!found.length) return null;
  const join = async (one: Like) => {
    if (!lead) return;
    const isLead = one.kind === "lead";
    const title = isLead ? `Merge ${lead.name} into lead ${one.name}?` : `Link ${lead.name} to ${one.name}?`;
    const text = isLead
      ? "The log, the students and the enquiries move there. You can undo it within 30 days."
      : "The lead shows the record from then on. You can undo it within 30 days.";
    if (!(await dialogs.ask({ title, text, yes: isLead ? "Merge leads" : "Link lead" }))) return;
    await api.post(`/lead/${lead.id}/merge`, isLead ? { into: one.id } : { kind: one.kind, personId: one.id });
    toast.success(isLead ? `Merged into ${one.name}` : `Linked to ${one.name}`);
    await readAgain();
    onDone?.();
  };
  return (
    <div className="sr-like" role="status">
      <p>
        <Icon name="warning" size={15} /> This may be somebody you know:
      </p>
      <ul>
        {found.map((one) => (
          <li key={`${one.kind}${one.id}`}>
            <PageLink to={one.screen}>{one.name}</PageLink>{" "}
            <span className="sr-muted">
              {kinds[one.kind]}, same {sharedIn(one.by)}
              {one.email ? `, ${one.email}` : ""}
            </span>{" "}
            {lead && (
              <Button
                size="small"
                aria-label={`${one.kind === "lead" ? "Merge into" : "Link to"} ${one.name}`}
                loading={busy === one.screen}
                disabled={busy !== null && busy !== one.screen}
                onClick={() => void attempt(() => join(one), one.screen)}
              >
                {one.kind === "lead" ? "Merge into" : "Link to"}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
