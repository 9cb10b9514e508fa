import type { Answer, RecordPieceProps, Shape } from "@staffroom/contract";
import { Parts } from "@staffroom/form";
import { Facts, formatDate, formatMoney } from "@staffroom/ui";
import { Link } from "react-router";
import "../style.css";

type Line = Shape<"finance", "ClaimLine">;
type Claim = Answer<"finance", "/expenses/{id}">;

function Receipts({ receipts, category }: Line) {
  if (!receipts.length) return <span className="sr-muted">{category === "mileage" ? "not needed" : "missing"}</span>;
  return receipts.map((file, place) => (
    <Link key={file} to={`/file/${file}`}>
      {place ? `, ${place + 1}` : "Receipt"}
    </Link>
  ));
}

/** The lines of a claim with their receipts. The claimant changes lines while the claim is open. */
function Lines({ claim, reload }: { claim: Claim; reload: () => void }) {
  return (
    <Parts
      thing="/expenses/line"
      rows={claim.lines}
      to={`/expenses/${claim.id}/line`}
      noun="line"
      nameOf={({ description }) => description}
      mayChange={(claim.may?.edit ?? []).length > 0}
      initial={{ VAT: 0 }}
      currency={claim.currency}
      columns={[
        "date",
        "category",
        "description",
        { title: "Receipts", cell: (line) => <Receipts {...line} /> },
        "VAT",
        "amount",
      ]}
      empty="Nothing yet. Add what you paid for."
      foot={
        <tr>
          <th colSpan={5}>Total</th>
          <td className="num">
            <b>{formatMoney(claim.total, claim.currency)}</b>
          </td>
        </tr>
      }
      onChanged={reload}
    />
  );
}

/** A claim below its fields: why it was returned, who approved it, its lines. */
export default function ClaimView({ record: claim, reload }: RecordPieceProps<Claim>) {
  return (
    <>
      {claim.returnReason && (
        <p className="sr-notice" role="note">
          Returned: {claim.returnReason}
        </p>
      )}
      <Facts facts={{ "Approved by": claim.approvedBy, Paid: claim.paidDate && formatDate(claim.paidDate) }} />
      <Lines claim={claim} reload={reload} />
    </>
  );
}
