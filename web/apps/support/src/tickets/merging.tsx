import { api, invalidate } from "@staffroom/api";
import type { Choice, Field, Shape } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { chosenIds } from "@staffroom/list";
import { Icon, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { base, lists, screenOf, type Ticket } from "./types";

type Merged = Shape<"support", "TicketMerged">;
type Raised = Shape<"support", "TicketRaised">;

/** Maximum number of tickets in a merge (`docs/api.md`, Support tickets). */
const most = 50;
const hash = (ids: readonly number[]): string => ids.map((id) => `#${id}`).join(", ");

type MergeProps = { ids: readonly number[]; onClose: () => void; onMerged: (target: number) => void };

/** Chooses which of several tickets keeps all messages. */
function MergeDialog({ ids, onClose, onMerged }: MergeProps) {
  const fields: Field[] = [
    {
      name: "target",
      title: "Merge into",
      type: "select",
      required: true,
      options: ids.map((id) => ({ value: id, label: `#${id}` })),
    },
  ];
  const merge = async (values: Record<string, unknown>) => {
    const target = Number(values.target);
    const { merged } = await api.post<Merged>(`${base}/${target}/merge`, { ids: ids.filter((id) => id !== target) });
    toast.success(`Merged ${hash(merged)} into #${target}`);
    onMerged(target);
  };
  return (
    <FieldFormDialog
      open
      title={`Merge ${ids.length} tickets`}
      intro="The messages move there, the other tickets are resolved. Everybody on one of them then reads all messages. You can undo it from the menu of the ticket."
      fields={fields}
      initial={{ target: Math.min(...ids) }}
      submitLabel="Merge"
      to={merge}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

/** Merge, for the selection bar of the list. */
export function MergeSelection({ choice }: { choice: Choice }) {
  const [ids, setIds] = useState<readonly number[]>([]);
  const [busy, attempt] = useAttempt();
  const choose = () =>
    attempt(async () => {
      const chosen = await chosenIds(lists, choice, most);
      if (chosen && chosen.length > 1) setIds(chosen);
      else toast.info(`Please select 2 to ${most} tickets`);
    });
  return (
    <>
      <Button size="small" loading={busy !== null} onClick={() => void choose()}>
        Merge
      </Button>
      {ids.length > 0 && <MergeDialog ids={ids} onClose={() => setIds([])} onMerged={() => void invalidate(lists)} />}
    </>
  );
}

const otherTicket: Field[] = [{ name: "ticketId", title: "Ticket number", type: "integer", required: true }];

type Props = { ticket: Ticket; onChanged: () => void };

/** Menu of a ticket: watch, merge, link, undo a merge. */
export function TicketMenu({ ticket, onChanged }: Props) {
  const [asking, setAsking] = useState<"merge" | "link" | null>(null);
  const [busy, attempt] = useAttempt();
  const { id, may, merged, linked, watching, mergedInto } = ticket;
  const act = (path: string, done: string, body?: unknown) =>
    attempt(async () => {
      await api.post(path, body);
      toast.success(done);
      onChanged();
    });
  const undo = useUndoMerge(act);
  const items = [
    may.watch &&
      (watching
        ? {
            key: "unwatch",
            label: "Stop watching",
            onClick: () => void act(`${base}/${id}/unwatch`, `You no longer watch ticket ${id}`),
          }
        : { key: "watch", label: "Watch", onClick: () => void act(`${base}/${id}/watch`, `You watch ticket ${id}`) }),
    ...(may.support
      ? [
          !mergedInto &&
            ticket.status !== "resolved" && {
              key: "merge",
              label: "Merge another ticket into this",
              onClick: () => setAsking("merge"),
            },
          mergedInto && { key: "unmerge", label: "Undo merge", onClick: () => void undo(id) },
          { key: "link", label: "Link a ticket", onClick: () => setAsking("link") },
          ...merged.map((one) => ({
            key: `undo${one.id}`,
            label: `Undo merge of #${one.id}`,
            onClick: () => void undo(one.id),
          })),
          ...linked.map((one) => ({
            key: `unlink${one.id}`,
            label: `Remove link to #${one.id}`,
            onClick: () => void act(`${base}/${id}/unlink`, "Link removed", { ticketId: one.id }),
          })),
        ]
      : []),
  ].filter((item) => !!item);
  if (!items.length) return null;
  const send = async (values: Record<string, unknown>) => {
    const other = Number(values.ticketId);
    if (asking === "merge") await api.post(`${base}/${id}/merge`, { ids: [other] });
    else await api.post(`${base}/${id}/link`, { ticketId: other });
    toast.success(asking === "merge" ? `Merged #${other} into #${id}` : `Linked with #${other}`);
    onChanged();
  };
  const close = () => setAsking(null);
  return (
    <>
      {/* In the foot, so that it stays at the button when the messages above it grow. */}
      <Dropdown
        trigger={["click"]}
        menu={{ items }}
        getPopupContainer={(button) => button.parentElement ?? document.body}
      >
        <Button loading={busy !== null} icon={<Icon name="more" size={15} />}>
          More
        </Button>
      </Dropdown>
      {asking && (
        <FieldFormDialog
          open
          title={asking === "merge" ? `Merge into ticket ${id}` : `Link with ticket ${id}`}
          intro={
            asking === "merge" && "Its messages move here and it is resolved. Everybody on it then reads all messages."
          }
          fields={otherTicket}
          submitLabel={asking === "merge" ? "Merge" : "Link"}
          to={send}
          onDone={close}
          onCancel={close}
        />
      )}
    </>
  );
}

/** Asks, then separates a merged ticket again. */
function useUndoMerge(act: (path: string, done: string) => Promise<unknown>) {
  const dialogs = useDialogs();
  return async (source: number) => {
    const text = "Its messages, its status and its people are as before the merge. Messages written since stay here.";
    if (await dialogs.ask({ title: `Take #${source} out again?`, text, yes: "Undo merge" })) {
      await act(`${base}/${source}/unmerge`, `Ticket ${source} is a ticket of its own again`);
    }
  };
}

/** Links from a merged ticket to the one with its messages, to those merged into this one, and to linked tickets. */
export function Related({ ticket, onChanged }: Props) {
  const navigate = useNavigate();
  const [busy, attempt] = useAttempt();
  const { mergedInto, merged, linked, may } = ticket;
  const undo = useUndoMerge((path, done) =>
    attempt(async () => {
      await api.post(path);
      toast.success(done);
      onChanged();
    }),
  );
  const show = (id: number) => void navigate(screenOf(id));
  if (!mergedInto && !linked.length && !merged.length) return null;
  return (
    <div className="sr-ticket-related">
      {mergedInto && (
        <p role="status">
          Merged into #{mergedInto.id}{" "}
          <Button size="small" onClick={() => show(mergedInto.id)}>
            Open ticket {mergedInto.id}
          </Button>
        </p>
      )}
      {merged.length > 0 && (
        <p>
          Merged here:{" "}
          {merged.map(({ id, title }) => (
            <span key={id} className="sr-ticket-merged">
              <Button type="link" size="small" onClick={() => show(id)}>
                #{id} {title}
              </Button>
              {may.support && (
                <Button
                  size="small"
                  loading={busy !== null}
                  aria-label={`Undo merge of #${id}`}
                  onClick={() => void undo(id)}
                >
                  Undo
                </Button>
              )}
            </span>
          ))}
        </p>
      )}
      {linked.length > 0 && (
        <p>
          Linked:{" "}
          {linked.map(({ id, title }) => (
            <Button key={id} type="link" size="small" onClick={() => show(id)}>
              #{id} {title}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}

const titleField: Field[] = [{ name: "title", title: "Title", type: "text", required: true, maxLength: 200 }];

type SplitButtonProps = {
  messageId: number;
  title: string;
  onChanged: () => void;
};

/** Turns a message into a separate ticket. */
export function SplitButton({ messageId, title, onChanged }: SplitButtonProps) {
  const [open, setOpen] = useState(false);
  const split = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const { notice } = await api.post<Raised>(`/v2/support/message/${messageId}/split`, values, { idempotencyKey });
    toast.success(notice);
  };
  return (
    <>
      <Button type="text" size="small" onClick={() => setOpen(true)}>
        Split off
      </Button>
      <FieldFormDialog
        open={open}
        title="Split into a new ticket"
        fields={titleField}
        initial={{ title }}
        submitLabel="Split off"
        to={split}
        onDone={() => {
          setOpen(false);
          onChanged();
        }}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}
