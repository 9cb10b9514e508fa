import { Dialog, Icon, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";

/** The recipients of emails, one of which is shown. */
export type Recipients<T> = {
  left: readonly T[];
  place: number;
  shown: T;
  show: (place: number) => void;
  /** Removes the shown one. */
  remove: () => void;
};

export function useRecipients<T>(all: readonly T[]): Recipients<T> {
  const [left, setLeft] = useState(all);
  const [at, setAt] = useState(0);
  const place = Math.min(at, left.length - 1);
  const shown = left[place] as T;
  return { left, place, shown, show: setAt, remove: () => setLeft(left.filter((one) => one !== shown)) };
}

type MailDialogProps = {
  title: string;
  recipients: Recipients<unknown>;
  sendLabel: string;
  canSend: boolean;
  onSend: () => Promise<unknown>;
  onClose: () => void;
  /** The email of the shown recipient. */
  children: ReactNode;
};

/** The email preview of money.md 2: one recipient after the other, each email editable before all are sent. */
export function MailDialog({ title, recipients, sendLabel, canSend, onSend, onClose, children }: MailDialogProps) {
  const [busy, attempt] = useAttempt();
  const { left, place, show, remove } = recipients;
  return (
    <Dialog
      open
      title={title}
      width={780}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="sr-foot">
          {left.length > 1 && (
            <>
              <Button
                aria-label="Previous recipient"
                disabled={place === 0}
                icon={<Icon name="chevron-left" size={15} />}
                onClick={() => show(place - 1)}
              />
              <span className="sr-num" role="status">
                {place + 1} of {left.length}
              </span>
              <Button
                aria-label="Next recipient"
                disabled={place === left.length - 1}
                icon={<Icon name="chevron-right" size={15} />}
                onClick={() => show(place + 1)}
              />
            </>
          )}
          <Button
            danger
            type="text"
            disabled={left.length === 1}
            icon={<Icon name="trash" size={15} />}
            onClick={remove}
          >
            Delete recipient
          </Button>
          <span className="sr-spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            loading={busy !== null}
            disabled={!canSend}
            icon={<Icon name="send" size={15} />}
            onClick={() => void attempt(onSend)}
          >
            {sendLabel}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  );
}
