import { Checkbox, DatePicker, InputNumber, Segmented, Select } from "antd";
import dayjs from "dayjs";
import { inWords, mostDates, mostEvery, ruleOf, weekdays, type Repeats } from "./repeats";

const often = [
  { value: "", label: "Does not repeat" },
  { value: "DAILY", label: "Daily" },
  { value: "WEEKLY", label: "Weekly" },
  { value: "MONTHLY", label: "Monthly" },
  { value: "YEARLY", label: "Yearly" },
] as const;

/** The recurrence of an event, with the rule in words; `day` is the day of its first date. */
export function RepeatsForm({
  id,
  value,
  day,
  onChange,
}: {
  id: string;
  value: Repeats;
  day: string;
  onChange: (repeats: Repeats) => void;
}) {
  const change = (part: Partial<Repeats>) => onChange({ ...value, ...part });
  return (
    <div className="people-repeats">
      <Select
        id={id}
        aria-label="Repeats"
        options={[...often]}
        value={value.often}
        onChange={(next) => change({ often: next, every: 1 })}
      />
      {value.often && (
        <>
          <span>
            Every{" "}
            <InputNumber
              aria-label="Every"
              min={1}
              max={mostEvery[value.often]}
              value={value.every}
              onChange={(every) => change({ every: every ?? 1 })}
            />
          </span>
          {value.often === "WEEKLY" && (
            <Checkbox.Group
              aria-label="On"
              options={weekdays}
              value={[...value.on]}
              onChange={(on) => change({ on: weekdays.map((one) => one.value).filter((one) => on.includes(one)) })}
            />
          )}
          {value.often === "MONTHLY" && (
            <Segmented<Repeats["monthly"]>
              aria-label="On"
              value={value.monthly}
              options={[
                { value: "day", label: "Same day" },
                { value: "weekday", label: "Same weekday" },
              ]}
              onChange={(monthly) => change({ monthly })}
            />
          )}
          <span>
            Dates{" "}
            <InputNumber
              aria-label="Number of dates"
              min={1}
              max={mostDates}
              disabled={!!value.until}
              value={value.dates}
              onChange={(dates) => change({ dates: dates ?? 1 })}
            />
          </span>
          <span>
            or until{" "}
            <DatePicker
              aria-label="Last day"
              format="DD/MM/YY"
              value={value.until ? dayjs(value.until) : null}
              onChange={(until) => change({ until: until?.format("YYYY-MM-DD") ?? "" })}
            />
          </span>
          <p className="sr-muted">{inWords(ruleOf(value, day))}</p>
        </>
      )}
    </div>
  );
}
