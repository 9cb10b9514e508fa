import { api } from "@staffroom/api";
import type { Move } from "@staffroom/contract";
import { FieldFormDialog, savesSettled } from "@staffroom/form";
import { Refusable, toast, useAttempt, useConfirming, useDialogs } from "@staffroom/ui";
import { Button, Dropdown, Space } from "antd";
import { useState, type ReactNode } from "react";

export type MovesProps = {
  /** The moves in the record's response; others are not shown. */
  moves: readonly Move[] | undefined;
  /** Called with the move's response; refresh the record here. */
  onDone: (move: Move, answer: unknown) => void;
  /** Shows a refusal in its own way: returns true if it did. */
  onRefused?: (error: unknown, move: Move) => boolean;
  /** Announces a move in its own words. */
  tell?: Tell;
  size?: "small" | "middle";
};
type Tell = (move: Move, answer: unknown, onUndo: (path: string) => void) => unknown;

/** The response of a reversible move contains the call that undoes it. */
export const undoIn = (answer: unknown) => (answer as { undo?: string } | null)?.undo;

/** Shows what a move did; `onUndo` is offered if it can be undone. */
export function tellMoved(move: Move, answer: unknown, onUndo: (path: string) => void): void {
  const path = undoIn(answer);
  if (path) toast.undoable(move.done, () => onUndo(path));
  else toast.success(move.done);
}

/**
 * Runs moves: first the record's own check if the move has one, then a confirmation, with a form for needed values,
 * then the call. Render `dialog`.
 */
export function useMoves(onDone: MovesProps["onDone"], tell: Tell = tellMoved, onRefused?: MovesProps["onRefused"]) {
  const dialogs = useDialogs();
  const confirming = useConfirming();
  const [busy, attempt] = useAttempt();
  const [form, setForm] = useState<Move | null>(null);

  const run = async (move: Move, body?: Record<string, unknown>, idempotencyKey?: string) => {
    const answer = await confirming((said) =>
      api.send(move.method, move.path, said.confirm ? { ...body, ...said } : body, { idempotencyKey }),
    );
    tell(move, answer, (path) => void undo(move, path));
    onDone(move, answer);
  };
  const undo = (move: Move, path: string) =>
    attempt(async () => {
      const answer = await api.post(path);
      toast.success(`${move.title}: undone`);
      onDone(move, answer);
    });

  /** Check that the last entry is saved and the record lacks nothing; the question comes afterwards. */
  const check = async (move: Move) => {
    await savesSettled();
    if (move.checks) await api.send(move.method, move.path, undefined, { query: { dryRun: true } });
  };
  const attemptMove = (work: () => Promise<unknown>, move: Move) =>
    attempt(work, move.name, (error) => void (onRefused?.(error, move) || toast.error(error)));

  const start = async (move: Move) => {
    if (!(await attemptMove(() => check(move), move))) return;
    if (move.needs.length) return setForm(move);
    if (move.confirm && !(await dialogs.ask({ ...move.confirm, danger: move.style === "danger" }))) return;
    await attemptMove(() => run(move), move);
  };

  const dialog = (
    <FieldFormDialog
      open={!!form}
      title={form?.confirm?.title ?? form?.title ?? ""}
      intro={form?.confirm?.text}
      fields={form?.needs ?? []}
      submitLabel={form?.confirm?.yes ?? form?.title}
      cancelLabel={form?.confirm?.no}
      to={async (values, key) => {
        if (form) await run(form, values, key);
      }}
      onDone={() => setForm(null)}
      onCancel={() => setForm(null)}
    />
  );
  return { start, busy, dialog };
}

/** The buttons of a record's workflow. */
export function Moves({ moves = [], onDone, onRefused, tell, size = "middle" }: MovesProps) {
  const { start, busy, dialog } = useMoves(onDone, tell, onRefused);
  return (
    <>
      <Space size={8} wrap>
        {moves.map((move) => (
          <Button
            key={move.name}
            size={size}
            type={move.style === "primary" ? "primary" : "default"}
            danger={move.style === "danger"}
            loading={busy === move.name}
            disabled={busy !== null && busy !== move.name}
            onClick={() => void start(move)}
          >
            {move.title}
          </Button>
        ))}
      </Space>
      {dialog}
    </>
  );
}

/** The same in one menu; without moves the button is disabled and shows `refusal`. */
export function MovesMenu({
  moves = [],
  onDone,
  size = "middle",
  children,
  refusal = "Nothing can be done here now",
}: MovesProps & { children: ReactNode; refusal?: string }) {
  const { start, busy, dialog } = useMoves(onDone);
  if (!moves.length) {
    return (
      <Refusable refusal={refusal}>
        <Button size={size}>{children}</Button>
      </Refusable>
    );
  }
  const items = moves.map((move) => ({ key: move.name, label: move.title, danger: move.style === "danger" }));
  return (
    <>
      <Dropdown
        trigger={["click"]}
        disabled={busy !== null}
        menu={{
          items,
          onClick: ({ key }) => {
            const move = moves.find(({ name }) => name === key);
            if (move) void start(move);
          },
        }}
      >
        <Button size={size} loading={busy !== null}>
          {children}
        </Button>
      </Dropdown>
      {dialog}
    </>
  );
}
