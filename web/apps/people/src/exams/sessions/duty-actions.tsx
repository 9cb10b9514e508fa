import { api, invalidate } from "@staffroom/api";
import type { Field, Row } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ActionButton, toast } from "@staffroom/ui";

const reason: Field[] = [{ name: "reason", title: "Reason", type: "text", maxLength: 300 }];
const swap: Field[] = [
  {
    name: "toId",
    title: "Colleague",
    type: "select",
    optionsFrom: "/exams/colleagues",
    help: "If empty, everybody who is free",
  },
  { name: "note", title: "Note", type: "text", maxLength: 300 },
];

const hasBegun = ({ starts }: Row) => Date.parse(String(starts)) <= Date.now();

/** The actions of an invigilator with a future duty: confirm, decline, ask a colleague. */
export function DutyActions({ row }: { row: Row }) {
  const id = Number(row.id);
  if (hasBegun(row)) return null;
  const reload = () => invalidate("/exams/invigilation");
  const confirm = async () => {
    await api.post(`/exams/invigilation/${id}/confirm`);
    await reload();
    toast.success("You have confirmed");
  };
  return (
    <span className="exam-marks">
      {row.status !== "confirmed" && (
        <ActionButton size="small" run={confirm}>
          Confirm
        </ActionButton>
      )}
      {row.status !== "declined" && (
        <>
          <FormButton
            small
            icon={null}
            label="Decline"
            fields={reason}
            to={`/exams/invigilation/${id}/decline`}
            notice="You have declined"
            onDone={reload}
          />
          <FormButton
            small
            icon={null}
            label="Swap"
            title="Ask a colleague"
            submitLabel="Ask"
            fields={swap}
            to={(values) => api.post("/exams/swaps", { ...values, toId: values.toId || null, dutyId: id })}
            notice="Your colleague has a mail"
            onDone={reload}
          />
        </>
      )}
    </span>
  );
}
