import { api, hasRole, invalidate, useApi, useUser } from "@staffroom/api";
import type { Answer, Field, Shape } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { Answered, formatDate, formatDateTime, PageHeader, Panel, PlainTable } from "@staffroom/ui";

type LockDate = Shape<"finance", "LockDate">;
const path = "/invoices/lockdates";
const day: Field = { name: "lockDate", title: "Closed up to", type: "date", required: true };
const reason: Field = { name: "reason", title: "Reason", type: "text", required: true, maxLength: 500 };

/** Moves the lock date of an organisation: forward, or backwards with a reason. */
function Move({ of, isBackwards }: { of: LockDate; isBackwards?: boolean }) {
  const label = isBackwards ? "Open period" : "Close period";
  return (
    <FormButton
      small
      icon={null}
      label={label}
      title={`${label} of ${of.organisation}`}
      submitLabel={label}
      fields={isBackwards ? [{ ...day, required: false }, reason] : [day]}
      initial={{ lockDate: isBackwards ? null : of.lockDate }}
      to={(values) => api.put(`${path}/${of.orgId}`, values)}
      notice={`The lock date of ${of.organisation} is kept`}
      onDone={() => invalidate(path)}
    />
  );
}

/** The lock date of each organisation: everything dated on or before it is closed. */
export default function LockDates() {
  const isAdmin = hasRole(useUser());
  const query = useApi<Answer<"finance", "/invoices/lockdates">>(path);
  return (
    <>
      <PageHeader title="Lock dates" />
      <Panel>
        <p>
          Everything dated on or before the lock date is closed: invoices and credit notes are neither issued, cancelled
          nor taken back, payments neither entered nor reversed, balances not written off, bills and pay runs neither
          approved nor paid. Close a period once its figures are declared.
        </p>
        <Answered query={query} rows={5}>
          {(rows) => (
            <PlainTable
              rows={rows}
              keyOf={({ orgId }) => orgId}
              stacks
              columns={[
                { title: "Organisation", cell: ({ organisation }) => organisation, head: true },
                {
                  title: "Closed up to",
                  cell: ({ lockDate }) => (lockDate ? formatDate(lockDate) : "Nothing is closed"),
                },
                {
                  title: "Last moved",
                  cell: ({ changes: [last] }) =>
                    last && (
                      <>
                        {formatDateTime(last.date)}{" "}
                        <span className="sr-muted">
                          {last.by}
                          {last.reason && `: ${last.reason}`}
                        </span>
                      </>
                    ),
                },
                {
                  title: "",
                  cell: (row) => (
                    <span className="fin-moves">
                      <Move of={row} />
                      {isAdmin && row.lockDate && <Move of={row} isBackwards />}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
      <Changes rows={query.data ?? []} />
    </>
  );
}

function Changes({ rows }: { rows: readonly LockDate[] }) {
  const changes = rows
    .flatMap(({ organisation, changes: own }) => own.map((change) => ({ ...change, organisation })))
    .toSorted((one, other) => other.date.localeCompare(one.date));
  if (!changes.length) return null;
  return (
    <Panel title="Changes">
      <PlainTable
        rows={changes}
        keyOf={({ date, organisation }) => `${date} ${organisation}`}
        stacks
        columns={[
          { title: "When", cell: ({ date }) => formatDateTime(date), head: true },
          { title: "Organisation", cell: ({ organisation }) => organisation },
          { title: "Closed up to", cell: ({ lockDate }) => (lockDate ? formatDate(lockDate) : "Nothing is closed") },
          { title: "By", cell: ({ by }) => by },
          { title: "Reason", cell: ({ reason: why }) => why },
        ]}
      />
    </Panel>
  );
}
