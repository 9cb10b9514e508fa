import { api, ApiError, invalidate, isUnreachable, newKey, sendLaterOf } from "@staffroom/api";
import {
  closeDialogs,
  formatDue,
  Icon,
  ignoreSecondClick,
  PageHeader,
  Panel,
  RichTextView,
  toast,
  useAddress,
  useDialogs,
} from "@staffroom/ui";
import { Alert, Button, Dropdown } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { evaluate, everyField, problemsOf } from "../answers";
import type { Definition, Entry, FormField, FormPage, Problems } from "../types";
import { FormFields, type Filling } from "./form-fields";
import { SaveMark } from "../save-mark";
import { roleTitle, signEntry } from "./signing";
import { useAnswers } from "./use-answers";

const refusedTitle = "Form errors";

/** Returns the fields of a page by the addresses of its problems. */
const isOf = (page: FormPage, address: string) =>
  page.fields.some(({ id }) => address === id || address.startsWith(`${id}.`));

function titleAt(definition: Definition, address: string): string {
  const [id, place, inner] = address.split(".");
  const fields = everyField(definition);
  const field = fields.find((one) => one.id === id);
  const within = fields.find((one) => one.id === inner);
  return within ? `${field?.title} ${Number(place) + 1}: ${within.title}` : (field?.title ?? "A field");
}

function focusField(address: string): void {
  const field = document.querySelector(`[data-field="${address}"]`);
  field?.scrollIntoView({ block: "center" });
  field
    ?.querySelector<HTMLElement>(":is(input, textarea, [contenteditable='true'], button, [tabindex='0'])")
    ?.focus({ preventScroll: true });
}

/** A form while it is filled in: its pages as steps, saved while typing. */
export function Fill({ entry, isStaff, onChanged }: { entry: Entry; isStaff: boolean; onChanged: () => unknown }) {
  const { definition } = entry.version;
  const dialogs = useDialogs();
  const [params, setParams] = useAddress();
  const { answers: given, change, flush, state, problem } = useAnswers(entry);
  const answers = useMemo(() => ({ ...entry.prefill, ...given }), [entry.prefill, given]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [waits, setWaits] = useState(false);
  const wanted = useRef<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const key = useRef(newKey());

  const evaluated = useMemo(() => evaluate(definition, answers, isStaff), [definition, answers, isStaff]);
  const signs = (field: FormField) => entry.can.sign.includes(field.id);
  const problems = problemsOf(definition, answers, isStaff, entry.signatures, signs);
  const { pages } = evaluated;
  const place = Math.max(
    0,
    pages.findIndex(({ id }) => id === params.get("page")),
  );
  const page = pages[place];
  // An empty field shows its error once the form was sent or its page was left; an invalid one, once the field was
  // left.
  const shown = Object.fromEntries(
    Object.entries({ ...refused, ...problems }).filter(
      ([address, text]) =>
        (address in refused && (address in problems || text === refused[address])) ||
        (left.has(address) && text !== "Field is required") ||
        pages.some((one) => seen.has(one.id) && one.id !== page?.id && isOf(one, address)),
    ),
  );

  const go = (to: number, address: string | null = null) => {
    const target = pages[to];
    if (!target) return;
    // On the last page, the button that sends the form replaces the one for the next page.
    ignoreSecondClick();
    if (page) setSeen((now) => new Set([...now, page.id]));
    wanted.current = address;
    if (target.id === page?.id) return address ? focusField(address) : undefined;
    setParams((now) => {
      now.set("page", target.id);
      return now;
    });
  };
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (wanted.current) return focusField(wanted.current);
    heading.current?.focus();
    heading.current?.scrollIntoView?.({ block: "nearest" });
  }, [page?.id]);

  const refuse = (found: Problems) => {
    setRefused(found);
    const addresses = Object.keys(found);
    const jump = (address: string) => {
      closeDialogs();
      // The dialog returns the focus when it closes.
      setTimeout(
        () =>
          go(
            pages.findIndex((one) => isOf(one, address)),
            address,
          ),
        350,
      );
    };
    dialogs.say(
      "error",
      refusedTitle,
      <>
        <p>Please check for errors in the form</p>
        <ul className="forms-errors sr-bare">
          {addresses.slice(0, 12).map((address) => (
            <li key={address}>
              <button type="button" onClick={() => jump(address)}>
                {titleAt(definition, address)}
              </button>{" "}
              <span>{found[address]}</span>
            </li>
          ))}
        </ul>
        {addresses.length > 12 && <p>and {addresses.length - 12} more</p>}
      </>,
    );
  };

  const submit = async (): Promise<void> => {
    if (Object.keys(problems).length) return refuse(problems);
    setSending(true);
    setWaits(false);
    try {
      if (!(await flush())) return;
      await api.post(`/form/entry/${entry.id}/submit`, {}, { idempotencyKey: key.current });
      await invalidate("/forms");
      toast.success(`${entry.form.title} was sent`);
      await onChanged();
    } catch (error) {
      if (isUnreachable(error)) {
        sendLaterOf(error, {
          key: `form/entry/${entry.id}/submit`,
          label: `Send ${entry.form.title}`,
          send: () => submit(),
        });
        return setWaits(true);
      }
      key.current = newKey();
      if (error instanceof ApiError && Object.keys(error.fields).length) refuse(error.fields);
      else toast.error(error);
    } finally {
      setSending(false);
    }
  };

  const filling: Filling = {
    answers,
    evaluated,
    problems: shown,
    signatures: entry.signatures,
    change: (id, value) => {
      setRefused(({ [id]: _gone, ...others }) =>
        Object.fromEntries(Object.entries(others).filter(([address]) => !address.startsWith(`${id}.`))),
      );
      key.current = newKey();
      change(id, value);
    },
    leave: (address) => setLeft((now) => (now.has(address) ? now : new Set([...now, address]))),
    refusalToSign: (field) => (signs(field) ? null : `${roleTitle(field.signer)} signs here once the form was sent.`),
    sign: async (field, name, drawing) => {
      await flush();
      await signEntry(entry, field, name, drawing);
      await onChanged();
    },
  };
  const missingOn = (one: FormPage) => Object.keys(problems).filter((address) => isOf(one, address)).length;
  const isLast = place >= pages.length - 1;
  const steps = pages.map((one, at) => ({ page: one, at, missing: missingOn(one), isSeen: seen.has(one.id) }));

  return (
    <div className="forms-sheet sr-stack">
      <PageHeader
        title={entry.form.title}
        subtitle={
          [entry.about && `About ${entry.about.name}`, entry.deadline && `Due ${formatDue(entry.deadline)}`]
            .filter(Boolean)
            .join(" · ") || undefined
        }
        actions={<SaveMark state={state} problem={problem} onRetry={() => void flush()} />}
      />
      {entry.status === "returned" && (
        <Alert
          type="warning"
          showIcon
          title="Please correct this form and send it again"
          description={entry.reason}
          className="forms-returned"
        />
      )}
      {entry.note && <Alert type="info" showIcon title={entry.note} />}
      <div className="forms-fill-parts" data-steps={pages.length > 1 || undefined}>
        {pages.length > 1 && (
          <nav className="forms-steps" aria-label="Pages of the form">
            <ol className="sr-bare">
              {steps.map(({ page: one, at, missing, isSeen }) => (
                <li key={one.id}>
                  <button type="button" aria-current={at === place ? "step" : undefined} onClick={() => go(at)}>
                    <span
                      className="forms-step-mark"
                      data-state={at === place ? "now" : isSeen ? (missing ? "missing" : "done") : undefined}
                    >
                      {isSeen && !missing && at !== place ? <Icon name="check" size={13} /> : at + 1}
                    </span>
                    <span>
                      {one.title || `Page ${at + 1}`}
                      {isSeen && missing > 0 && <small>{missing} to complete</small>}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <form
          noValidate
          className="forms-page sr-stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (isLast) void submit();
            else go(place + 1);
          }}
        >
          {pages.length > 1 && (
            <div className="forms-progress">
              <Dropdown
                trigger={["click"]}
                menu={{
                  items: steps.map(({ page: one, at, missing, isSeen }) => ({
                    key: at,
                    label: `${at + 1}. ${one.title || `Page ${at + 1}`}${isSeen && missing ? ` (${missing} to complete)` : ""}`,
                  })),
                  onClick: ({ key: at }) => go(Number(at)),
                }}
              >
                <Button type="text" size="small">
                  Page {place + 1} of {pages.length} <Icon name="chevron-down" size={14} />
                </Button>
              </Dropdown>
              <progress aria-label="Progress" max={pages.length} value={place + 1} />
            </div>
          )}
          {page && (
            <Panel>
              <h2 ref={heading} tabIndex={-1} className="forms-page-title">
                {page.title || entry.form.title}
              </h2>
              {page.help && <RichTextView html={page.help} />}
              <FormFields fields={page.fields} filling={filling} />
            </Panel>
          )}
          <div className="forms-foot">
            {waits && (
              <span className="sr-note" role="status">
                The server cannot be reached. This is sent once it can.
              </span>
            )}
            {place > 0 && (
              <Button size="large" onClick={() => go(place - 1)}>
                Back
              </Button>
            )}
            <Button size="large" type="primary" htmlType="submit" loading={isSending}>
              {!isLast ? "Next page" : waits ? "Try now" : "Send form"}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}
