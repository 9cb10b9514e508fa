import { discard, onSent, sendAgain, useConnection, useRefused, type Unsent } from "@staffroom/api";
import { copyText, Dialog, Icon, plainText, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useState } from "react";

/**
 * A notice that the server cannot be reached, with the waiting calls, or with the changes that it refused afterwards.
 */
export function ConnectionBar() {
  const { isLost, waiting } = useConnection();
  const [refused] = useRefused();
  useEffect(() => onSent((label) => toast.success(`Sent now that the server is back: ${label}`)), []);
  if (!isLost) return refused ? <Refused key={refused.id} change={refused} /> : null;
  const names = waiting.map(({ label }) => label);
  return (
    <div className="sr-line" role="status">
      <Icon name="offline" size={15} />
      <span>
        <b>The server cannot be reached.</b>{" "}
        {names.length === 0
          ? "Your entries are kept on this device."
          : `${names.length === 1 ? "One change waits and is" : `${names.length} changes wait and are`} sent automatically: ${names.slice(0, 3).join(", ")}${names.length > 3 ? " and others" : ""}.`}
      </span>
    </div>
  );
}

/** Formats the typed values. */
const textOf = (body: unknown): string =>
  body && typeof body === "object"
    ? Object.values(body).map(textOf).filter(Boolean).join("\n")
    : typeof body === "string"
      ? plainText(body)
      : "";

/** A change that waited while the page was closed, and that the server refused: the reason, and the choices. */
function Refused({ change }: { change: Unsent }) {
  const [isOpen, setOpen] = useState(false);
  const { label, refusal, body } = change;
  const close = () => setOpen(false);
  const footer = (
    <>
      <Button onClick={() => void copyText(textOf(body), "Copied")}>Copy what I wrote</Button>
      <Button danger onClick={() => discard(change)}>
        Discard change
      </Button>
      <Button type="primary" onClick={() => void sendAgain(change)}>
        Send again
      </Button>
    </>
  );
  return (
    <>
      <button type="button" className="sr-line" onClick={() => setOpen(true)}>
        <Icon name="alert" size={15} />
        <span role="status">
          <b>Not sent:</b> {label}
        </span>
      </button>
      <Dialog open={isOpen} title={`${label} was not sent`} onCancel={close} footer={footer}>
        <p>{refusal}</p>
      </Dialog>
    </>
  );
}
