import { invalidate, mayKeep, useApis } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import { takeBack } from "@staffroom/list";
import {
  Answered,
  formatDateTime,
  formatNumber,
  PageHeader,
  Panel,
  PlainTable,
  Refusable,
  StatePanel,
  StatusTag,
  useAttempt,
  useDialogs,
  useScreenOf,
} from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { services, titleOf } from "./operations";

export type BulkChange = Shape<"identity", "BulkChange">;

const paths = services.map((service) => `/jobs/${service}/mine`);
const refresh = () => Promise.all(paths.map((path) => invalidate(path)));
const states: Record<BulkChange["state"], { label: string; color: string }> = {
  queued: { label: "Waiting", color: "grey" },
  running: { label: "Running", color: "blue" },
  done: { label: "Done", color: "green" },
  failed: { label: "Failed", color: "red" },
  cancelled: { label: "Stopped", color: "grey" },
};

/** Returns why a change cannot be undone now; null if it can. */
export function notUndone({ state, records, undo }: BulkChange): string | null {
  if (state === "queued" || state === "running") return "It is still running";
  if (undo === "queued" || undo === "running") return "It is being undone";
  if (undo) return "It was undone";
  // A job that was stopped or failed has changed the earlier records.
  return state === "done" && !records ? "It changed nothing" : null;
}

/** Names a change: `Import of leads.xlsx`, `Status changed`. */
export const nameOf = ({ kind, field, file }: Pick<BulkChange, "kind" | "field" | "file">): string =>
  kind === "edits" ? `${field} changed` : file ? `Import of ${file}` : "Import of a spreadsheet";

/** The user's own bulk changes in every service, with Undo. */
export default function BulkChanges() {
  const answers = useApis<BulkChange[]>(paths);
  const screenOf = useScreenOf();
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const away = services.filter((_, place) => answers[place]?.error);
  const changes = answers
    .flatMap(({ data }) => data ?? [])
    .toSorted((one, other) => Date.parse(other.created) - Date.parse(one.created));
  const undo = async (change: BulkChange) => {
    const title = nameOf(change);
    const text = `${title}, ${change.title}: ${formatNumber(change.records ?? change.done)} records. What somebody changed since stays as it is.`;
    if (!(await dialogs.ask({ title: "Undo this change?", text, yes: "Undo", no: "Keep it" }))) return;
    await attempt(async () => {
      await takeBack({ id: change.id, title, list: change.list, undo: true, by: change.kind });
      await refresh();
    }, change.id);
  };
  const isLoading = answers.some(({ isPending }) => isPending) && !changes.length;
  return (
    <>
      <PageHeader title="Bulk changes" subtitle="Your imports and changes of selections of the last 30 days" />
      {away.length > 0 && (
        <p className="sr-notice" role="status">
          {away.map(titleOf).join(", ")} cannot be reached now. Changes there are missing below.
        </p>
      )}
      <Panel>
        {isLoading ? (
          <Answered query={answers[0] as never} rows={6}>
            {() => null}
          </Answered>
        ) : !changes.length ? (
          <StatePanel
            icon="list-checks"
            title="No bulk changes"
            text="Imports, and changes of a field of a selection, will be listed here."
          />
        ) : (
          <PlainTable
            stacks
            rows={changes}
            keyOf={({ id }) => id}
            columns={[
              { title: "Change", head: true, cell: nameOf },
              {
                title: "List",
                cell: ({ list, title }) => {
                  const screen = screenOf(list);
                  return screen ? <Link to={screen}>{title}</Link> : title;
                },
              },
              { title: "Begun", cell: ({ created }) => formatDateTime(created) },
              { title: "Records", num: true, cell: ({ records, done }) => formatNumber(records ?? done) },
              {
                title: "State",
                cell: ({ state, undo: undone, error }) => (
                  <span title={error ?? undefined}>
                    {undone === "done" ? <StatusTag label="Undone" color="grey" /> : <StatusTag {...states[state]} />}
                  </span>
                ),
              },
              {
                title: <span className="sr-visually-hidden">Actions</span>,
                cell: (change) => (
                  <Refusable refusal={mayKeep() ? notUndone(change) : "Not while you act as somebody else"}>
                    <Button
                      size="small"
                      loading={busy === change.id}
                      aria-label={`Undo: ${nameOf(change)}, ${change.title}`}
                      onClick={() => void undo(change)}
                    >
                      Undo
                    </Button>
                  </Refusable>
                ),
              },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
