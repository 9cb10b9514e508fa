import { formatDate, formatDateTime, zone } from "@staffroom/ui";
import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { isRealDate, isSpokenDate } from "../rules/dates";
import { messages } from "../rules/rules";
import { parseText, type FieldInputProps, type Kind } from "./kind";

const dayFormat = "DD/MM/YY";
const isMidnight = (day: Dayjs) => day.hour() === 0 && day.minute() === 0;
/** Returns the day at a time `HH:mm`. */
const atTime = (day: Dayjs, time: string) => dayjs(`${day.format("YYYY-MM-DD")}T${time}`);

function DateInput({
  field,
  value,
  onChange,
  onBlur,
  id,
  disabled,
  invalid,
  autoFocus,
  opens,
  describedBy,
}: FieldInputProps) {
  const withTime = field.type === "datetime";
  const text = typeof value === "string" ? value : "";
  const shown = !text ? null : withTime ? dayjs.utc(text).tz(zone) : dayjs(text.slice(0, 10));
  // The picker shows London time in any time zone.
  const toInstant = (day: Dayjs) =>
    dayjs.tz(day.format("YYYY-MM-DDTHH:mm:00"), zone).utc().format("YYYY-MM-DDTHH:mm:ss[Z]");
  /** Accepts a day typed without its time. */
  const takeDay = (input: EventTarget) => {
    const typed = dayjs(withTime && input instanceof HTMLInputElement ? input.value.trim() : "", dayFormat, true);
    if (typed.isValid()) onChange(toInstant(atTime(typed, field.time ?? "00:00")));
  };
  return (
    <DatePicker
      id={id}
      aria-label={field.title}
      aria-describedby={describedBy}
      style={{ width: "100%" }}
      value={shown?.isValid() ? shown : null}
      // One format: a second one without the time would accept the day while the time is still being typed.
      format={withTime ? `${dayFormat} HH:mm` : dayFormat}
      showTime={
        withTime
          ? {
              format: "HH:mm",
              // The usual time need not be a multiple of five minutes: 23:59.
              minuteStep: field.time ? 1 : 5,
              defaultOpenValue: field.time ? dayjs(`2000-01-01T${field.time}`) : undefined,
            }
          : false
      }
      disabled={disabled}
      status={invalid ? "error" : undefined}
      allowClear={!field.required}
      autoFocus={autoFocus}
      defaultOpen={opens}
      onBlur={(event) => {
        takeDay(event.target);
        onBlur?.();
      }}
      // Enter accepts the typed day and does not submit the form.
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        takeDay(event.target);
      }}
      onChange={(next) => {
        const picked = Array.isArray(next) ? next[0] : next;
        const day =
          picked && withTime && field.time && !text && isMidnight(picked) ? atTime(picked, field.time) : picked;
        if (!day) onChange("");
        else if (withTime) onChange(toInstant(day));
        else onChange(day.format("YYYY-MM-DD"));
      }}
    />
  );
}

/** The day of a date in the legacy calls' wrapper: `{ date: "2026-11-21" }`. */
const unwrap = (value: unknown): unknown =>
  typeof value === "object" && value && "date" in value ? value.date : value;

export const date: Kind = {
  Input: DateInput,
  unwrap,
  show: (value) => formatDate(unwrap(value)),
  draft: unwrap,
  empty: "",
  parse: (draft) => parseText(draft, null),
  check: (draft) => (isRealDate(String(draft).slice(0, 10)) || isSpokenDate(String(draft)) ? null : messages.date),
  saves: "changed",
};

export const datetime: Kind = {
  ...date,
  show: (value) => formatDateTime(value),
  check: (draft) => (Number.isNaN(Date.parse(String(draft))) ? "Please enter a date and time" : null),
};
