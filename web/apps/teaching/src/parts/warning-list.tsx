import { Icon } from "@staffroom/ui";
import type { ReactNode } from "react";

type WarningText = { kind: string; field: string; text: string; before: string; match: string; after: string };

type Props<T> = {
  warnings: readonly T[] | undefined;
  titleOf: (field: string) => ReactNode;
  linkOf: (one: T) => ReactNode;
};

/** Warnings for a reviewer, each with its place in the text; nothing if there are none. */
export function WarningList<T extends WarningText>({ warnings, titleOf, linkOf }: Props<T>) {
  if (!warnings?.length) return null;
  return (
    <ul className="tea-warnings" aria-label="Warnings">
      {warnings.map((one) => (
        <li key={`${one.kind} ${one.field} ${one.before} ${one.match}`}>
          <Icon name="alert" size={14} />
          <span>
            <b>
              {titleOf(one.field)}: {one.text}
            </b>{" "}
            {linkOf(one)}
            {one.match && (
              <q>
                {one.before}
                <mark>{one.match}</mark>
                {one.after}
              </q>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
