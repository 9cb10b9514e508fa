import { api, useApi } from "@staffroom/api";
import type { Answer, Shape } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { Facts, formatDate, formatMoney, Icon, toast, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import "../style.css";

type Line = Shape<"finance", "ClaimLine">;
type Claim = Answer<"finance", "/expenses/{id}">;

function Lines({ claim, reload }: { claim: Claim; reload: () => void }) {
  const form = useApi<Answer<"finance", "/expenses/line/fields">>("/expenses/line/fields");
  const dialogs = useDialogs();
  const [adding, setAdding] = useState(false);
  const open = (claim.may?.edit ?? []).length > 0;
  const fields = (form.data?.sections ?? []).flatMap((section) => section.fields);
  const categories = fields.find(({ name }) => name === "category")?.options;
  const remove = async (line: Line) => {
    if (!(await dialogs.ask({ title: "Delete entry?", text: `Are you sure you wish to delete ${line.description}?`, danger: true }))) return;
    try {
      await api.delete(`/expenses/line/${line.id}`);
      reload();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section>
      <table className="fin-table">
        <thead><tr><th>Date</th><th>Category</th><th>What</th><th>Receipts</th><th className="num">VAT</th><th className="num">Amount</th><th aria-label="Actions" /></tr></thead>
        <tbody>
          {claim.lines.map((line) => (
            <tr key={line.id}>
              <td>{formatDate(line.date)}</td>
              <td>{categories?.find(({ value }) => value === line.category)?.label}</td>
              <td>{line.description}</td>
              <td>{line.receipts.length ? line.receipts.map((file, place) => <Link key={file} to={`/file/${file}`}>{place ? `, ${place + 1}` : "Receipt"}</Link>) : <span className="sr-muted">{line.category === "mileage" ? "not needed" : "missing"}</span>}</td>
              <td className="num">{line.VAT !== 0 && formatMoney(line.VAT, claim.currency)}</td>
              <td className="num">{formatMoney(line.amount, claim.currency)}</td>
              <td>{open && <Button size="small" type="text" aria-label={`Delete ${line.description}`} icon={<Icon name="trash" size={14} />} onClick={() => void remove(line)} />}</td>
            </tr>
          ))}
          {!claim.lines.length && <tr><td colSpan={7} className="sr-muted">Nothing yet. Add what you paid for.</td></tr>}
        </tbody>
        <tfoot><tr><th colSpan={5}>Total</th><td className="num"><b>{formatMoney(claim.total, claim.currency)}</b></td></tr></tfoot>
      </table>
      {open && <Button icon={<Icon name="plus" size={14} />} disabled={!form.data} onClick={() => setAdding(true)}>Add a line</Button>}
      <FieldFormDialog
        open={adding}
        title="What you paid for"
        fields={fields}
        initial={{ VAT: 0 }}
        to={`/expenses/${claim.id}/line`}
        onCancel={() => setAdding(false)}
        onDone={() => {
          setAdding(false);
          reload();
        }}
      />
    </section>
  );
}

/** The user's own claims; accounts see, approve and pay all. */
export default function Expenses() {
  const [opened, open] = useOpenRecord("claim");
  return (
    <>
      <ListScreen path="/expenses" onOpen={(row) => open(row.id as number)} emptyText="No claims here. Add one, then what you paid for with the receipts." />
      <RecordDrawer<Claim> thing="/expenses" id={opened} heading={(claim) => `${claim.title}, ${claim.user.name}`} onClose={() => open(null)}>
        {(claim, reload) => (
          <>
            {claim.returnReason && <p className="fin-returned" role="note">Returned: {claim.returnReason}</p>}
            <Facts facts={{ "Approved by": claim.approvedBy, Paid: claim.paidDate && formatDate(claim.paidDate) }} />
            <Lines claim={claim} reload={reload} />
          </>
        )}
      </RecordDrawer>
    </>
  );
}
