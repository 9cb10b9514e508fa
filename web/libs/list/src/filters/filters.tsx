import type { Filter } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { contains, formatDate, Icon, inWindow } from "@staffroom/ui";
import { Button, Checkbox, Dropdown, Input, Popover, Radio } from "antd";
import { useState } from "react";
import { DayPicker } from "./day-picker";
import { quickDates, useTerms } from "./quick-dates";

/** The filter value for rows without a value, which a list's figures can set. */
const without = "none";

type Props = { filter: Filter; value: string; onChange: (value: string) => void };

function Choices({ filter, value, onChange }: Props) {
  const [find, setFind] = useState("");
  // The address is updated later; two quick ticks must both count.
  const [chosen, setChosen] = useState(() => (value ? value.split(",") : []));
  const { options, loading, isCut, find: ask } = useOptions(filter, { archived: true, chosen });
  const tick = (name: string, on: boolean) => {
    const known = chosen.filter((one) => one !== without || options.some((option) => option.value === without));
    const next = on ? [...known, name] : known.filter((one) => one !== name);
    setChosen(next);
    onChange(next.join());
  };
  const shown = isCut ? options : options.filter((option) => contains(option.label, find));
  return (
    <div className="sr-filter-body">
      {options.length > 8 && (
        <Input
          size="small"
          placeholder="Find"
          aria-label={`Find in ${filter.title}`}
          value={find}
          onChange={({ target }) => {
            setFind(target.value);
            ask(target.value);
          }}
        />
      )}
      {loading && !options.length && <span className="sr-muted">Loading…</span>}
      <div className="sr-filter-options">
        {shown.map((option) => {
          const name = String(option.value);
          return (
            <Checkbox key={name} checked={chosen.includes(name)} onChange={(event) => tick(name, event.target.checked)}>
              {option.label}
            </Checkbox>
          );
        })}
      </div>
    </div>
  );
}

function YesNo({ filter, value, onChange }: Props) {
  // A filter with a default has no option Any.
  const usual = filter.default === undefined ? [{ value: "", label: "Any" }] : [];
  return (
    <Radio.Group
      className="sr-filter-options"
      value={value || String(filter.default ?? "")}
      onChange={(event) =>
        onChange(String(event.target.value) === String(filter.default) ? "" : String(event.target.value))
      }
      options={[...usual, { value: "true", label: "Yes" }, { value: "false", label: "No" }]}
    />
  );
}

type NumberBoundProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** One end of a range of numbers; invalid text stays in the box and is not requested. */
function NumberBound({ label, placeholder, value, onChange }: NumberBoundProps) {
  const [text, setText] = useState(value);
  const isNumber = /^(-?\d+(\.\d+)?)?$/.test(text.trim());
  const put = () => isNumber && text.trim() !== value && onChange(text.trim());
  return (
    <Input
      inputMode="decimal"
      aria-label={label}
      placeholder={placeholder}
      status={isNumber ? undefined : "error"}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={put}
      onPressEnter={put}
    />
  );
}

const isAmount = ({ of }: Filter) => of === "number" || of === "money";

/** A part of a text. */
function TextPart({ filter, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const put = () => text.trim() !== value && onChange(text.trim());
  return (
    <div className="sr-filter-body">
      <Input
        aria-label={`${filter.title} contains`}
        placeholder="Contains"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={put}
        onPressEnter={put}
      />
    </div>
  );
}

/** Amounts are typed in pounds and sent in minor units. */
const pounds = (minor: string) => (minor === "" ? "" : String(Number(minor) / 100));
const minorUnits = (amount: string) => (amount === "" ? "" : String(Math.round(Number(amount) * 100)));

function Range({ filter, value, onChange }: Props) {
  const terms = useTerms(!isAmount(filter));
  const [from = "", to = ""] = value === without ? [] : value.split("..");
  const put = (low: string, high: string) => onChange(low || high ? `${low}..${high}` : "");
  if (filter.of === "number" || filter.of === "money") {
    const [typed, asked] = filter.of === "money" ? [pounds, minorUnits] : [String, String];
    return (
      <div className="sr-filter-range">
        <NumberBound
          label={`${filter.title} from`}
          placeholder="From"
          value={typed(from)}
          onChange={(low) => put(asked(low), to)}
        />
        <NumberBound
          label={`${filter.title} to`}
          placeholder="To"
          value={typed(to)}
          onChange={(high) => put(from, asked(high))}
        />
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
        {quickDates(filter.quick ?? "both", terms).map(({ title, range }) => (
          <button
            key={title}
            type="button"
            aria-pressed={value === range}
            onClick={() => onChange(value === range ? "" : range)}
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}

function Summary({ filter, value }: { filter: Filter; value: string }) {
  const { options } = useOptions(filter, { enabled: value !== "", archived: true, chosen: value.split(",") });
  const terms = useTerms(false);
  if (!value) return null;
  if (value === without && options.every((option) => option.value !== without)) return <b>Without</b>;
  if (filter.type === "text") return <b>{value}</b>;
  if (filter.type === "boolean") return <b>{value === "true" ? "Yes" : "No"}</b>;
  if (filter.type === "range") {
    const [from = "", to = ""] = value
      .split("..")
      .map((part) => (filter.of === "money" ? pounds(part) : filter.of === "number" ? part : formatDate(part)));
    const quick = !isAmount(filter) && quickDates(filter.quick ?? "both", terms).find(({ range }) => range === value);
    if (quick) return <b>{quick.title}</b>;
    return <b>{from && to ? `${from} – ${to}` : from ? `from ${from}` : `to ${to}`}</b>;
  }
  const chosen = value.split(",");
  const first =
    options.find((option) => String(option.value) === chosen[0])?.label ?? (filter.hidden ? "1 chosen" : chosen[0]);
  return (
    <b>
      {first}
      {chosen.length > 1 && ` +${chosen.length - 1}`}
    </b>
  );
}

function FilterButton({ isAdded, onClosed, ...props }: Props & { isAdded: boolean; onClosed: () => void }) {
  const { filter, value, onChange } = props;
  const [open, setOpen] = useState(isAdded);
  const turn = (on: boolean) => {
    setOpen(on);
    if (!on) onClosed();
  };
  const Body = { boolean: YesNo, range: Range, text: TextPart, select: Choices }[filter.type];
  return (
    <span className="sr-filter" data-on={value !== "" || undefined}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        align={inWindow}
        arrow={false}
        open={open}
        onOpenChange={turn}
        destroyOnHidden
        content={<Body {...props} />}
      >
        <button type="button" className="sr-filter-open" aria-expanded={open}>
          {filter.title} <Summary filter={filter} value={value} />
          <Icon name="chevron-down" size={13} />
        </button>
      </Popover>
      {value !== "" && (
        <button
          type="button"
          className="sr-filter-drop"
          aria-label={`Clear ${filter.title}`}
          onClick={() => onChange("")}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}

/** The filters that always have a chip; the others are added, and keep their chip while active. */
const inSight = 5;

/** Returns the filters that are shown as chips, and those that can be added. */
export function divided(
  all: readonly Filter[],
  values: Record<string, string>,
  added = "",
): { chips: Filter[]; others: Filter[] } {
  // A filter that only figures set cannot be chosen: it can be seen and cleared.
  const filters = all.filter(({ name, hidden }) => !hidden || values[name]);
  // One more chip replaces the button.
  const most = filters.length === inSight + 1 ? filters.length : inSight;
  const isChip = (filter: Filter, place: number) => place < most || !!values[filter.name] || filter.name === added;
  return { chips: filters.filter(isChip), others: filters.filter((filter, place) => !isChip(filter, place)) };
}

type FiltersProps = {
  filters: readonly Filter[];
  values: Record<string, string>;
  onChange: (changed: Record<string, string>) => void;
};

/**
 * The filters: a button with the value for each of the first, and a menu of the others; `onChange` gets the changed
 * ones.
 */
export function Filters({ filters, values, onChange }: FiltersProps) {
  const used = filters.filter((filter) => values[filter.name]);
  const [added, setAdded] = useState("");
  const { chips, others } = divided(filters, values, added);
  return (
    <div className="sr-filters">
      {chips.map((filter) => (
        <FilterButton
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ""}
          isAdded={filter.name === added}
          onClosed={() => filter.name === added && setAdded("")}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: others.map(({ name, title }) => ({ key: name, label: title })),
            onClick: ({ key }) => setAdded(key),
          }}
        >
          <button type="button" className="sr-filter-add">
            <Icon name="plus" size={13} /> Add filter
          </button>
        </Dropdown>
      )}
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
