import { api } from "@staffroom/api";
import type { Answer, RecordPieceProps, Shape } from "@staffroom/contract";
import { FormButton, useFields } from "@staffroom/form";
import { attempt, Facts, formatDate, formatMoney, IconButton, PlainTable, useDialogs } from "@staffroom/ui";
import { Link } from "react-router";
import "../style.css";

type Line = Shape<"finance", "ClaimLine">;
type Claim = Answer<"finance", "/expenses/{id}">;

function Receipts({ receipts, category }: Line) {
  if (!receipts.length) return <span className="sr-muted">{category === "mileage" ? "not needed" : "missing"}</span>;
  return receipts.map((file, place) => <Link key={file} to={`/file/${file}`}>{place ? `, ${place + 1}` : "Receipt"}</Link>);
}

/** The lines of a claim with their receipts. The claimant adds lines while the claim is open. */
function Lines({ claim, reload }: { claim: Claim; reload: () => void }) {
  const { data: form, fields } = useFields("/expenses/line");
  const dialogs = useDialogs();
  const isOpen = (claim.may?.edit ?? []).length > 0;
  const categories = fields.get("category")?.options;
  const remove = async ({ id, description }: Line) => {
    if (await dialogs.askDelete(description)) await attempt(() => api.delete(`/expenses/line/${id}`).then(reload));
  };
  const money = (amount: number) => formatMoney(amount, claim.currency);
  return (
    <section>
      <PlainTable
        stacks
        rows={claim.lines}
        columns={[
          { title: "Date", cell: ({ date }) => formatDate(date) },
          { title: "Category", cell: ({ category }) => categories?.find(({ value }) => value === category)?.label },
          { title: "What", cell: ({ description }) => description },
          { title: "Receipts", cell: (line) => <Receipts {...line} /> },
          { title: "VAT", num: true, cell: ({ VAT }) => VAT !== 0 && money(VAT) },
          { title: "Amount", num: true, cell: ({ amount }) => money(amount) },
          {
            title: <span className="sr-visually-hidden">Actions</span>,
            cell: (line) => isOpen && <IconButton label={`Delete ${line.description}`} icon="trash" size={14} onClick={() => remove(line)} />,
          },
        ]}
        empty="Nothing yet. Add what you paid for."
        foot={<tr><th colSpan={5}>Total</th><td className="num"><b>{money(claim.total)}</b></td></tr>}
      />
      {isOpen && (
        <FormButton
          label="Add a line"
          title="What you paid for"
          fields={form && [...fields.values()]}
          initial={{ VAT: 0 }}
          to={`/expenses/${claim.id}/line`}
          onDone={reload}
        />
      )}
    </section>
  );
}

/** A claim below its fields: why it came back, who approved it, its lines. */
export default function ClaimView({ record: claim, reload }: RecordPieceProps<Claim>) {
  return (
    <>
      {claim.returnReason && <p className="sr-notice" role="note">Returned: {claim.returnReason}</p>}
      <Facts facts={{ "Approved by": claim.approvedBy, Paid: claim.paidDate && formatDate(claim.paidDate) }} />
      <Lines claim={claim} reload={reload} />
    </>
  );
}
