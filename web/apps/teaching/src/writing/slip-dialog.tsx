import { hasRole, useUser } from "@staffroom/api";
import { Dialog, formatDateTime, Icon, SupportTicket, usePage } from "@staffroom/ui";
import { Button, Dropdown, Steps } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { Notice, Returned } from "../parts/returned";
import { useClose } from "../parts/use-close";
import { useOpened } from "../parts/use-opened";
import { Compose } from "../journal/compose";
import { SlipMoves } from "../slips/moves";
import type { Slip } from "../slips/types";
import { Descriptors } from "./descriptors";
import { Marked } from "./missing";
import { FormHead, RecordForm } from "./record-form";
import { StepBody } from "./step-body";
import { steps as declaredSteps, useSlipForm, type Step } from "./steps";
import "./style.css";
import { useRefusal } from "./use-refusal";

/** The screen `/slips/{id}/write`: the form, which closes to the previous address. */
export default function SlipScreen() {
  const { id = "" } = useParams();
  const close = useClose(`/system/slips?slip=${id}`);
  return <SlipDialog key={id} id={Number(id)} onClose={close} />;
}

/** The form of a slip over the whole screen; a click outside does not close it (teaching.md 2). */
export function SlipDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <RecordForm<Slip> thing="/slip" id={id} label="Slip" called="The slip" onClose={onClose}>
      {(slip, reload) => <SlipForm slip={slip} onClose={onClose} reload={reload} />}
    </RecordForm>
  );
}

function SlipForm({ slip, onClose, reload }: { slip: Slip; onClose: () => void; reload: () => void }) {
  const { missing, start, stepOf, steps } = useSlipForm(slip);
  const [step, setStep] = useState<Step>(start);
  const at = Math.max(0, steps.indexOf(step));
  const now = steps[at] ?? "information";
  const isWriter = slip.may.edit.includes("present");
  const { form, marked, refuse } = useRefusal(missing, (field) => setStep(stepOf(field)));
  usePage(slip.title);
  useOpened(`/slip/${slip.id}`, slip.slipMeta, slip.may.open);
  return (
    <div className="tea-form" ref={form}>
      <SlipHead slip={slip} onClose={onClose} reload={reload} />
      {!slip.isOnePage && (
        <Steps
          className="tea-steps"
          size="small"
          type="navigation"
          responsive={false}
          current={at}
          onChange={(next) => setStep(steps[next] ?? "information")}
          items={steps.map((one) =>
            stepItem(one, one === now, isWriter && !missing.some(({ field }) => stepOf(field) === one)),
          )}
        />
      )}
      <div className="tea-body">
        {slip.slipMeta.status === "returned" && slip.slipMeta.returnReason && (
          <Returned reason={slip.slipMeta.returnReason} />
        )}
        {slip.tutorial?.isCancelled && (
          <Notice icon="alert">This tutorial was cancelled after the slip was begun.</Notice>
        )}
        <Marked value={marked}>
          {slip.isOnePage ? (
            steps.map((one) => <StepBody key={one} slip={slip} step={one} />)
          ) : (
            <StepBody key={now} slip={slip} step={now} />
          )}
        </Marked>
      </div>
      <div className="tea-foot">
        {!slip.isOnePage && (
          <>
            <Button disabled={at === 0} onClick={() => setStep(steps[at - 1] ?? now)}>
              Back
            </Button>
            <Button disabled={at === steps.length - 1} onClick={() => setStep(steps[at + 1] ?? now)}>
              Next
            </Button>
          </>
        )}
        <span className="sr-spacer" />
        <SlipMoves
          moves={slip.moves}
          title={slip.title}
          slip={slip}
          onRefused={refuse}
          onDone={(move) => {
            if (move.name === "delete") onClose();
            else reload();
          }}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

/** A step of the stepper: it has its check mark only when it is complete. */
const stepItem = (step: Step, isOpen: boolean, isComplete: boolean) => ({
  title: declaredSteps[step].title,
  status: isComplete ? ("finish" as const) : isOpen ? ("process" as const) : ("wait" as const),
});

type Opened = "journal" | "help" | "ticket" | "descriptors" | "approval" | null;

/** Title, state and menu. */
function SlipHead({ slip, onClose, reload }: { slip: Slip; onClose: () => void; reload: () => void }) {
  const [open, setOpen] = useState<Opened>(null);
  const [raised, setRaised] = useState<number | null>(null);
  const ticket = slip.slipMeta.supportTicket?.id ?? raised;
  const close = () => setOpen(null);
  const { approved, approvedBy } = slip.slipMeta;
  const mayWrite = hasRole(useUser(), "staff", "tutor");
  const isInvigilation = slip.type === "invigilation";
  return (
    <FormHead title={slip.title} columns="/slips/columns" status={slip.slipMeta.status} onClose={onClose}>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            ...(isInvigilation || !mayWrite ? [] : [{ key: "journal", label: "Journal" }]),
            { key: "descriptors", label: "Meaning of the ratings" },
            ticket ? { key: "ticket", label: "View support ticket" } : { key: "help", label: "Help" },
            ...(approved ? [{ key: "approval", label: "Approval info" }] : []),
          ],
          onClick: ({ key }) => setOpen(key as Opened),
        }}
      >
        <Button aria-label="More" icon={<Icon name="more" size={16} />} />
      </Dropdown>
      <Descriptors open={open === "descriptors"} onClose={close} />
      {open === "journal" && <Compose about={[{ kind: "slip", id: slip.id, title: slip.title }]} onClose={close} />}
      {approved && (
        <Dialog open={open === "approval"} onCancel={close} title="Approval info" footer={null}>
          <p>
            Approved on {formatDateTime(approved)} by {approvedBy?.name}.
          </p>
        </Dialog>
      )}
      {(open === "help" || open === "ticket") && (
        <SupportTicket
          slipId={slip.id}
          ticket={open === "ticket" ? ticket : null}
          subject={`Slip ${slip.title}: `}
          onRaised={setRaised}
          onChanged={reload}
          onClose={close}
        />
      )}
    </FormHead>
  );
}
