import { DayBounds } from "@staffroom/screen";
import { PageHeader } from "@staffroom/ui";
import { Segmented, Select } from "antd";
import type { ReactNode } from "react";
import type { Narrowing } from "./model";

type Choice = { value: string; label: string };

/** Returns the currency to show: the one in the address if it has figures, or the first. */
export function currencyOf(address: URLSearchParams, currencies: readonly string[]): string {
  const target = address.get("currency") ?? "GBP";
  return currencies.includes(target) ? target : (currencies[0] ?? target);
}

type NarrowedPageProps = {
  title: string;
  currencies: readonly string[];
  currency: string;
  organisations: readonly { id: number; title: string | null }[] | undefined;
  narrowing: Pick<Narrowing, "orgId" | "from" | "to">;
  /** One more choice for figures, for example of a year. */
  choice: { label: string; value: string; options: Choice[]; onChange: (value: string) => void };
  onChange: (change: Record<string, string>) => void;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of figures in one currency, narrowed by organisation, period and one more choice. */
export function NarrowedPage({
  title,
  currencies,
  currency,
  organisations = [],
  narrowing,
  choice,
  onChange,
  actions,
  children,
}: NarrowedPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {currencies.length > 1 && (
              <Segmented
                aria-label="Currency"
                value={currency}
                options={[...currencies]}
                onChange={(value) => onChange({ currency: value })}
              />
            )}
            {actions}
          </>
        }
      />
      <div className="fin-narrow-by">
        <Select
          aria-label="Organisation"
          value={narrowing.orgId}
          options={[
            { value: "", label: "All organisations" },
            ...organisations.map(({ id, title: label }) => ({ value: String(id), label })),
          ]}
          onChange={(orgId: string) => onChange({ orgId })}
        />
        <Select aria-label={choice.label} value={choice.value} options={choice.options} onChange={choice.onChange} />
        <DayBounds days={narrowing} onChange={onChange} />
      </div>
      {children}
    </>
  );
}

/** Sums with their names. */
export function SumUp({ sums }: { sums: Readonly<Record<string, string>> }) {
  return (
    <dl className="fin-sum-up">
      {Object.entries(sums).map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}
