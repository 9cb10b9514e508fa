import { useApi } from "@staffroom/api";
import type { Figures } from "@staffroom/contract";
import { DayPicker } from "@staffroom/list";
import { PageHeader, useAddress } from "@staffroom/ui";
import { Select } from "antd";
import type { ReactNode } from "react";

/** The days and the department that the address narrows figures to; empty is no limit. */
export type Narrowing = { from: string; to: string; departmentId: string };

const names = ["from", "to", "departmentId"] as const;

export function useNarrowing(): [Narrowing, (change: Partial<Narrowing>) => void] {
  const [address, change] = useAddress();
  const [from = "", to = "", departmentId = ""] = names.map((name) => address.get(name) ?? "");
  const set = (changed: Partial<Narrowing>) =>
    change((before) => {
      for (const [name, value] of Object.entries(changed)) {
        if (value) before.set(name, value);
        else before.delete(name);
      }
      return before;
    }, { replace: true });
  return [{ from, to, departmentId }, set];
}

/** The same as filters of a list, whose range of days is called `date`. */
export function filtersOf({ from, to, departmentId }: Narrowing, date: string): Record<string, string> {
  return { ...(from || to ? { [date]: `${from}..${to}` } : {}), ...(departmentId ? { departmentId } : {}) };
}

type Props = {
  title: string;
  /** The list whose departments are offered. */
  list: string;
  narrowing: Narrowing;
  onChange: (change: Partial<Narrowing>) => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of figures, which days and a department narrow down. */
export function NarrowedPage({ title, list, narrowing, onChange, actions, children }: Props) {
  const { data } = useApi<Figures>(`${list}/figures`, { by: "departmentId" });
  const departments = (data?.groups ?? []).flatMap(({ keys: [key], texts: [label] }) => (key === null || key === undefined ? [] : [{ value: String(key), label: label ?? "" }]));
  const day = (name: "from" | "to", label: string) =>
    <DayPicker label={label} placeholder={label} value={narrowing[name]} onChange={(value) => onChange({ [name]: value })} />;
  return (
    <>
      <PageHeader title={title} actions={actions} />
      <div className="tea-narrow-by">
        {day("from", "From")}
        {day("to", "To")}
        <Select aria-label="Department" value={narrowing.departmentId} options={[{ value: "", label: "All departments" }, ...departments]} onChange={(departmentId: string) => onChange({ departmentId })} />
      </div>
      <div className="tea-statistics">{children}</div>
    </>
  );
}
