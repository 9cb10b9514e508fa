import { api, hasRole, invalidate, queryClient, useApi, useSession } from "@staffroom/api";
import type { Answer, WidgetProps } from "@staffroom/contract";
import { FormButton, useFields } from "@staffroom/form";
import { Answered, Facts, formatDate, formatDateTime, Panel, PlainTable, StatePanel } from "@staffroom/ui";
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
  const query = useApi<Account>(`${thing}/${id}`);
  useEffect(
    () => () => queryClient.removeQueries({ predicate: ({ queryKey: [key] }) => key === `${thing}/${id}` }),
    [id],
  );
  return (
    <Answered query={query} rows={1}>
      {({ sortCode, accountNumber, iban, bic }) => (
        <Facts
          facts={{
            "Sort code": sortCode && inPairs(sortCode),
            "Account number": accountNumber,
            IBAN: iban && inFours(iban),
            BIC: bic,
          }}
        />
      )}
    </Answered>
  );
}

function Standing({ row }: { row: Row }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="fin-bank" aria-label={`Payments in ${row.currency}`}>
      <Facts
        facts={{
          "Payments in": row.currency,
          "Account holder": row.holder,
          Account: row.account,
          Entered: `${formatDate(row.created)} by ${row.enteredBy}`,
        }}
      />
      {open && <Numbers id={row.id} />}
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide numbers" : "Show numbers"}
      </Button>
    </section>
  );
}

function Former({ rows }: { rows: readonly Row[] }) {
  return (
    <PlainTable
      caption="Former bank details"
      rows={rows}
      columns={[
        { title: "Account", cell: ({ account }) => account },
        { title: "Currency", cell: ({ currency }) => currency },
        { title: "Account holder", cell: ({ holder }) => holder },
        { title: "Entered", cell: ({ created }) => formatDateTime(created) },
        { title: "By", cell: ({ enteredBy }) => enteredBy },
        { title: "Replaced", cell: ({ replaced }) => formatDateTime(replaced) },
      ]}
    />
  );
}

/** The bank details of a tutor or invigilator: the current ones, the former ones, and a form for new ones. */
export default function BankDetails({ tutorId, invigilatorId, name }: Partial<WidgetProps["bank-details"]>) {
  const office = hasRole(useSession().user, "accounting");
  const whose = useMemo(
    () => ({ ...(tutorId ? { tutorId } : {}), ...(invigilatorId ? { invigilatorId } : {}) }),
    [tutorId, invigilatorId],
  );
  const query = useMemo(() => ({ page: 1, ...whose }), [whose]);
  const accounts = useApi<Row[]>(thing, query);
  const { data: form, fields } = useFields(thing);
  const entered = useMemo(
    () => form && [...fields.values()].filter((field) => field.name !== "tutorId" && field.name !== "invigilatorId"),
    [form, fields],
  );
  const initial = useMemo(() => ({ currency: "GBP", holder: name ?? "" }), [name]);
  const enter = (
    // No draft key: account numbers must not be kept in the browser.
    <FormButton
      primary
      label="Enter bank details"
      title="Bank details"
      intro={
        office
          ? "New details replace those in the same currency. We inform the person who is paid and the accounts office of the change."
          : "New details replace those in the same currency. We inform you and the accounts office of the change."
      }
      fields={entered}
      initial={initial}
      submitLabel="Save"
      to={(values, idempotencyKey) => api.post(thing, { ...values, ...whose }, { idempotencyKey })}
      notice="Bank details saved"
      onDone={() => void invalidate(thing)}
    />
  );
  return (
    <Answered query={accounts} panel rows={4}>
      {(rows) => {
        const standing = rows.filter((row) => !row.replaced);
        const former = rows.filter((row) => row.replaced);
        return (
          <Panel title="Bank details" extra={standing.length > 0 && enter}>
            {standing.map((row) => (
              <Standing key={row.id} row={row} />
            ))}
            {!standing.length && (
              <StatePanel
                icon="pound"
                title="No bank details yet"
                text={
                  office
                    ? "Until they are entered nothing can be paid to this person."
                    : "Please enter them: until then you cannot be paid."
                }
                actions={enter}
              />
            )}
            {former.length > 0 && <Former rows={former} />}
          </Panel>
        );
      }}
    </Answered>
  );
}
