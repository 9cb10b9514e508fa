import { ApiError, plainErrorText } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { useState } from "react";

type Reason = { exceptionReason?: string };
type Work = (reason: Reason) => Promise<unknown>;

const fields: Field[] = [
  {
    name: "exceptionReason",
    title: "Reason of the exception",
    type: "textarea",
    required: true,
    maxLength: 500,
    help: "The academic office gets a notice with your name.",
  },
];

const mayAllow = (error: unknown) =>
  error instanceof ApiError &&
  error.code === "checks_missing" &&
  typeof error.body === "object" &&
  (error.body as { mayAllow?: boolean } | null)?.mayAllow === true;

/**
 * Runs a call that the server may refuse for missing checks; users who may allow an exception are asked for a reason.
 * Render `dialog`.
 */
export function useException() {
  const [asked, setAsked] = useState<{ work: Work; text: string } | null>(null);
  const allow = async (work: Work) => {
    try {
      await work({});
    } catch (error) {
      if (!mayAllow(error)) throw error;
      setAsked({ work, text: plainErrorText(error) });
    }
  };
  const dialog = (
    <FieldFormDialog
      open={!!asked}
      title="Checks are missing"
      intro={asked?.text}
      fields={fields}
      submitLabel="Allow exception"
      cancelLabel="Go back"
      to={async (values) => {
        await asked?.work(values as Reason);
      }}
      onDone={() => setAsked(null)}
      onCancel={() => setAsked(null)}
    />
  );
  return { allow, dialog };
}
