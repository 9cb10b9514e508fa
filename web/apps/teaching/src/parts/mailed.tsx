import { api, invalidate } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Icon, PlainTable, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { Part } from "./part";
import type { Report } from "../reports/types";

type Mails = NonNullable<Report["mails"]>;

/** Formats `12/12/26 10:00 to Ms Ada Client`. */
export const mailedText = ({ mailed, mailedTo }: Pick<Report, "mailed" | "mailedTo">) =>
  mailed && `${formatDateTime(mailed)} to ${mailedTo}`;

/** The record of the emails, its path and that of its list; `reload` refetches it. */
type Props = { mails?: Mails; id: number; thing: string; list: string; reload: () => void };

/** A report's emails to the family, newest first; failed ones are sent again, with the reason above. */
export function FamilyMails({ mails = [], id, thing, list, reload }: Props) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!mails.length) return null;
  const failed = mails.filter(({ again }) => again);
  const retry = async () => {
    const text = `The present PDF goes to ${failed.map(({ name }) => name).join(" and ")}, at the address that they have now.`;
    if (!(await dialogs.ask({ title: "Send again?", text, yes: "Send again" }))) return;
    await attempt(async () => {
      await api.post(`${thing}/${id}/mail/retry`);
      toast.success("The report is on its way to the family once more");
    });
    reload();
    void invalidate(list);
  };
  return (
    <Part title="Mails to the family">
      {failed.length > 0 && (
        <Button loading={busy !== null} icon={<Icon name="refresh" size={14} />} onClick={() => void retry()}>
          {failed.length === 1 ? "Send the failed mail again" : `Send ${failed.length} failed mails again`}
        </Button>
      )}
      <PlainTable
        stacks
        rows={mails}
        keyOf={({ id: mail }) => String(mail)}
        columns={[
          { title: "To", head: true, cell: ({ name }) => name },
          {
            title: "Address",
            cell: ({ address, error }) => (
              <>
                {address}
                {error && <div className="tea-warn">{error}</div>}
              </>
            ),
          },
          {
            title: "State",
            cell: ({ state, sent }) => (
              <>
                <ChoiceTag of={`${list}/columns`} name="filter.mailState" value={state} />{" "}
                {sent && formatDateTime(sent)}
              </>
            ),
          },
        ]}
      />
    </Part>
  );
}
