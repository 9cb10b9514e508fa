import { t } from "@staffroom/language";
import type { ReactNode } from "react";

/** Values with their labels; labels without a value are omitted. `single`: in one column, for long values. */
export function Facts({ facts, single }: { facts: Readonly<Record<string, ReactNode>>; single?: boolean }) {
  return (
    <dl className="sr-facts" data-single={single || undefined}>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
