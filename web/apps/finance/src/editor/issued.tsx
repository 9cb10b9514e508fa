import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { Refusable } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { kindText, nameOf } from "../types";
import { useEditing } from "./context";
import { CreditNoteDialog } from "./credit-note";

const reason: Field[] = [{ name: "reason", title: "Reason", type: "text", required: true, maxLength: 500 }];

/** The sentence over an issued invoice, with the two ways to correct it: a credit note, or to take it back. */
export function Issued() {
  const { invoice, refusal, reload } = useEditing();
  const [crediting, setCrediting] = useState(false);
  const { issued, actions } = invoice;
  if (!issued)
    return (
      refusal && (
        <p className="sr-notice" role="note">
          {refusal}.
        </p>
      )
    );
  const kind = kindText(invoice).toLowerCase();
  const takeBack = actions?.includes("takeBack");
  const label = "Take back to draft";
  return (
    <div className="sr-notice fin-issued" role="note">
      <p>
        {refusal ? `${refusal}.` : takeBack ? `This ${kind} has been issued and no longer changes.` : `${issued.text}.`}
      </p>
      {!refusal && actions?.includes("creditNote") && (
        <Button size="small" onClick={() => setCrediting(true)}>
          Credit its lines
        </Button>
      )}
      {takeBack &&
        (issued.takeBack ? (
          <Refusable refusal={issued.takeBack}>
            <Button size="small">{label}</Button>
          </Refusable>
        ) : (
          <FormButton
            small
            icon={null}
            label={label}
            title={`Take back ${nameOf(invoice)}`}
            submitLabel={label}
            fields={reason}
            initial={{}}
            to={`/invoice/${invoice.id}/takeback`}
            notice={`${nameOf(invoice)} is a draft again. Change it, then issue it once more`}
            onDone={reload}
          />
        ))}
      {crediting && <CreditNoteDialog onClose={() => setCrediting(false)} />}
    </div>
  );
}
