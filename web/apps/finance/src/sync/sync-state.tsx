import { api, hasRole, useSession } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldValue, useFields } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Icon, PlainTable, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { partChoices, parts } from "../types";
import { differences, type Sync } from "./model";
import "./style.css";

type Props = { invoiceId: number; sync: Sync; currency: string; onChanged: () => unknown };

function Side({ field, value }: { field: Field; value: unknown }) {
  if (value === undefined || value === null) return "none";
  return <FieldValue field={field} value={Array.isArray(value) ? value.length : value} />;
}

const decisions = {
  ours: {
    title: "Keep ours",
    text: "Our value is sent and replaces the one in the accounting system.",
    notice: "It is sent again",
  },
  theirs: {
    title: "Take theirs",
    text: "The payment is taken back here too; both stay in the books.",
    notice: "Payment taken back",
  },
};

/** The state of an invoice in the accounting system, with errors, conflicts and the buttons to solve them. */
export function SyncState({ invoiceId, sync, currency, onChanged }: Props) {
  const { user } = useSession();
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const may = hasRole(user, "accounting");
  const compared = useFields(parts, "compared").fields;

  const act = async (path: string, body: object, notice: string) => {
    await attempt(async () => {
      await api.post(`/invoice/${invoiceId}/sync/${path}`, body);
      toast.success(notice);
      await onChanged();
    }, path);
  };
  const decide = async (keep: "ours" | "theirs") => {
    const { title, text, notice } = decisions[keep];
    if (await dialogs.ask({ title: `${title}?`, text, yes: title, danger: keep === "theirs" }))
      await act("resolve", { keep }, notice);
  };

  return (
    <div className="fin-sync">
      <div className="sr-foot">
        <ChoiceTag of={partChoices} name="sync.state" value={sync.state} />
        {sync.lastTry && <span className="sr-muted">last try {formatDateTime(sync.lastTry)}</span>}
        {may && (sync.state === "failed" || sync.state === "waiting") && (
          <Button
            size="small"
            loading={busy !== null}
            icon={<Icon name="refresh" size={14} />}
            onClick={() => void act("retry", {}, "It is tried again")}
          >
            Retry
          </Button>
        )}
      </div>
      {sync.error && (
        <p role="alert" className="fin-sync-error">
          {sync.error}
        </p>
      )}
      {sync.state === "conflict" && (
        <>
          <PlainTable
            rows={differences(compared.values(), sync.ours, sync.theirs)}
            keyOf={([{ name }]) => name}
            columns={[
              { title: "What", head: true, cell: ([field]) => field.title },
              { title: "Here", cell: ([field, here]) => <Side field={{ ...field, currency }} value={here} /> },
              {
                title: "In the accounting system",
                cell: ([field, , there]) => <Side field={{ ...field, currency }} value={there} />,
              },
            ]}
          />
          {may && (
            <div className="sr-foot">
              <Button size="small" type="primary" loading={busy !== null} onClick={() => void decide("ours")}>
                Keep ours
              </Button>
              {sync.ours?.payment && (
                <Button size="small" danger loading={busy !== null} onClick={() => void decide("theirs")}>
                  Take theirs
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
