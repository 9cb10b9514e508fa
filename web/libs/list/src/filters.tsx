import type { Filter } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { contains, formatDate, Icon } from "@staffroom/ui";
import { Button, Checkbox, Input, Popover, Radio } from "antd";
import { useState } from "react";
import { DayPicker } from "./day-picker";
import { quickDates, useTerms } from "./quick-dates";

/** The value that leaves the rows without one, which the figures of a list lead to. */
const without = "none";

type Props = { filter: Filter; value: string; onChange: (value: string) => void };

function Choices({ filter, value, onChange }: Props) {
  const { options, loading } = useOptions(filter, { archived: true });
  const [find, setFind] = useState("");
  // The address is updated later; two quick ticks must both count.
  const [chosen, setChosen] = useState(() => (value ? value.split(",") : []));
  const tick = (name: string, on: boolean) => {
    const known = chosen.filter((one) => one !== without || options.some((option) => option.value === without));
    const next = on ? [...known, name] : known.filter((one) => one !== name);
    setChosen(next);
    onChange(next.join());
  };
  const shown = options.filter((option) => contains(option.label, find));
  return (
    <div className="sr-filter-body">
      {options.length > 8 && <Input size="small" placeholder="Find" aria-label={`Find in ${filter.title}`} value={find} onChange={(event) => setFind(event.target.value)} />}
      {loading && !options.length && <span className="sr-muted">Loading…</span>}
      <div className="sr-filter-options">
        {shown.map((option) => {
          const name = String(option.value);
          return (
            <Checkbox
              key={name}
              checked={chosen.includes(name)}
              onChange={(event) => tick(name, event.target.checked)}
            >
              {option.label}
            </Checkbox>
          );
        })}
      </div>
    </div>
  );
}

function YesNo({ filter, value, onChange }: Props) {
  // A filter with a default has no position Any.
  const usual = filter.default === undefined ? [{ value: "", label: "Any" }] : [];
  return (
    <Radio.Group
      className="sr-filter-options"
      value={value || String(filter.default ?? "")}
      onChange={(event) => onChange(String(event.target.value) === String(filter.default) ? "" : String(event.target.value))}
      options={[...usual, { value: "true", label: "Yes" }, { value: "false", label: "No" }]}
    />
  );
}

function Range({ filter, value, onChange }: Props) {
  const terms = useTerms(filter.of !== "number");
  const [from = "", to = ""] = value === without ? [] : value.split("..");
  const put = (low: string, high: string) => onChange(low || high ? `${low}..${high}` : "");
  if (filter.of === "number") {
    return (
      <div className="sr-filter-range">
        <Input inputMode="decimal" aria-label={`${filter.title} from`} placeholder="From" defaultValue={from} onBlur={(event) => put(event.target.value.trim(), to)} />
        <Input inputMode="decimal" aria-label={`${filter.title} to`} placeholder="To" defaultValue={to} onBlur={(event) => put(from, event.target.value.trim())} />
      </div>
    );
  }
  return (
    <div className="sr-filter-body">
      <div className="sr-filter-range">
        <DayPicker label={`${filter.title} from`} placeholder="From" value={from} onChange={(low) => put(low, to)} />
        <DayPicker label={`${filter.title} to`} placeholder="To" value={to} onChange={(high) => put(from, high)} />
      </div>
      <div className="sr-chips">
        {quickDates(terms).map(({ title, range }) => <button key={title} type="button" aria-pressed={value === range} onClick={() => onChange(value === range ? "" : range)}>{title}</button>)}
      </div>
    </div>
  );
}

function Summary({ filter, value }: { filter: Filter; value: string }) {
  const { options } = useOptions(filter, { enabled: value !== "", archived: true });
  const terms = useTerms(false);
  if (!value) return null;
  if (value === without && options.every((option) => option.value !== without)) return <b>Without</b>;
  if (filter.type === "boolean") return <b>{value === "true" ? "Yes" : "No"}</b>;
  if (filter.type === "range") {
    const [from = "", to = ""] = value.split("..").map((part) => (filter.of === "number" ? part : formatDate(part)));
    const quick = filter.of !== "number" && quickDates(terms).find(({ range }) => range === value);
    if (quick) return <b>{quick.title}</b>;
    return <b>{from && to ? `${from} – ${to}` : from ? `from ${from}` : `to ${to}`}</b>;
  }
  const chosen = value.split(",");
  const first = options.find((option) => String(option.value) === chosen[0])?.label ?? chosen[0];
  return <b>{first}{chosen.length > 1 && ` +${chosen.length - 1}`}</b>;
}

function FilterButton(props: Props) {
  const { filter, value, onChange } = props;
  const [open, setOpen] = useState(false);
  const Body = filter.type === "boolean" ? YesNo : filter.type === "range" ? Range : Choices;
  return (
    <span className="sr-filter" data-on={value !== "" || undefined}>
      <Popover trigger="click" placement="bottomLeft" arrow={false} open={open} onOpenChange={setOpen} destroyOnHidden content={<Body {...props} />}>
        <button type="button" className="sr-filter-open" aria-expanded={open}>
          {filter.title} <Summary filter={filter} value={value} />
          <Icon name="chevron-down" size={13} />
        </button>
      </Popover>
      {value !== "" && (
        <button type="button" className="sr-filter-drop" aria-label={`Clear ${filter.title}`} onClick={() => onChange("")}><Icon name="close" size={12} /></button>
      )}
    </span>
  );
}

/** The filters: a button for each, which shows its value; `onChange` is told those that change. */
export function Filters({ filters, values, onChange }: {
  filters: readonly Filter[]; values: Record<string, string>; onChange: (changed: Record<string, string>) => void;
}) {
  const used = filters.filter((filter) => values[filter.name]);
  return (
    <div className="sr-filters">
      {filters.map((filter) => (
        <FilterButton
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ""}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      ))}
      {used.length > 0 && (
        <Button
          type="link"
          size="small"
          onClick={() => onChange(Object.fromEntries(used.map((filter) => [filter.name, ""])))}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
