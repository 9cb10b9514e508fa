import { api, hasRole, invalidate, queryClient, useApi, useSession } from "@staffroom/api";
import type { Answer, WidgetProps } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { ErrorState, Facts, formatDate, formatDateTime, Icon, LoadingState, Panel, StatePanel, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import "../style.css";

type Row = Answer<"finance", "/tutorpayments/accounts">[number];
type Account = Answer<"finance", "/tutorpayments/accounts/{id}">;

const thing = "/tutorpayments/accounts";
const inPairs = (sortCode: string) => sortCode.replace(/(\d\d)(?=\d)/g, "$1-");
const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");

/** The account numbers, hidden until the user asks: others may see the screen. */
function Numbers({ id }: { id: number }) {
  const { data, error, refetch } = useApi<Account>(`${thing}/${id}`);
  useEffect(() => () => queryClient.removeQueries({ predicate: ({ queryKey: [key] }) => key === `${thing}/${id}` }), [id]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={1} />;
  return (
    <Facts
      facts={{
        "Sort code": data.sortCode && inPairs(data.sortCode), "Account number": data.accountNumber,
        IBAN: data.iban && inFours(data.iban), BIC: data.bic,
      }}
    />
  );
}

function Standing({ row }: { row: Row }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="fin-bank" aria-label={`Payments in ${row.currency}`}>
      <Facts
        facts={{
          "Payments in": row.currency, "Account holder": row.holder, Account: row.account,
          Entered: `${formatDate(row.created)} by ${row.enteredBy}`,
        }}
      />
      {open && <Numbers id={row.id} />}
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Hide numbers" : "Show numbers"}</Button>
    </section>
  );
}

function Former({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="fin-table">
      <caption>Former bank details</caption>
      <thead><tr><th>Account</th><th>Currency</th><th>Account holder</th><th>Entered</th><th>By</th><th>Replaced</th></tr></thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.account}</td><td>{row.currency}</td><td>{row.holder}</td><td>{formatDateTime(row.created)}</td>
            <td>{row.enteredBy}</td><td>{formatDateTime(row.replaced)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The bank details of a tutor: the present ones, the former ones, and a form for new ones. */
export default function BankDetails({ tutorId, name }: Partial<WidgetProps["bank-details"]>) {
  const office = hasRole(useSession().user, "accounting");
  const query = useMemo(() => ({ page: "1", ...(tutorId ? { tutorId: `${tutorId}` } : {}) }), [tutorId]);
  const { data: rows, error, refetch } = useApi<Row[]>(thing, query);
  const form = useApi<Answer<"finance", "/tutorpayments/accounts/fields">>(`${thing}/fields`);
  const [entering, setEntering] = useState(false);
  const fields = useMemo(
    () => (form.data?.sections ?? []).flatMap((section) => section.fields).filter(({ name: field }) => field !== "tutorId"),
    [form.data],
  );
  const initial = useMemo(() => ({ currency: "GBP", holder: name ?? "" }), [name]);
  if (error && !rows) return <Panel><ErrorState error={error} onRetry={() => void refetch()} /></Panel>;
  if (!rows) return <Panel><LoadingState rows={4} /></Panel>;
  const standing = rows.filter((row) => !row.replaced);
  const former = rows.filter((row) => row.replaced);
  const enter = <Button type="primary" disabled={!form.data} icon={<Icon name="plus" size={14} />} onClick={() => setEntering(true)}>Enter bank details</Button>;
  return (
    <Panel title="Bank details" extra={standing.length > 0 && enter}>
      {standing.map((row) => <Standing key={row.id} row={row} />)}
      {!standing.length && (
        <StatePanel icon="pound" title="No bank details yet" text={office ? "Until they are entered this tutor cannot be paid." : "Please enter them: until then you cannot be paid."} actions={enter} />
      )}
      {former.length > 0 && <Former rows={former} />}
      <FieldFormDialog
        // No draft key: account numbers must not be kept in the browser.
        open={entering}
        title="Bank details"
        intro={`They take the place of those in the same currency. ${office ? "The tutor" : "You"} and the accounts office are told of the change.`}
        fields={fields}
        initial={initial}
        submitLabel="Save"
        to={(values, idempotencyKey) => api.post(thing, { ...values, ...(tutorId ? { tutorId } : {}) }, { idempotencyKey })}
        onCancel={() => setEntering(false)}
        onDone={() => {
          setEntering(false);
          void invalidate(thing);
          toast.success("Bank details saved");
        }}
      />
    </Panel>
  );
}
