import { LoadingState, Panel } from "@staffroom/ui";
import type { CSSProperties, ReactNode } from "react";
import "../style.css";

type Entry = { id: number | string; title: ReactNode; mark: ReactNode; note: ReactNode; color?: string };
type SplitProps = {
  label: string;
  entries: readonly Entry[] | undefined;
  chosen: unknown;
  onChoose: (id: string) => void;
  empty?: ReactNode;
  children: ReactNode;
};

/** Records on the left, the selected one on the right. */
export function Split({ label, entries, chosen, onChoose, empty, children }: SplitProps) {
  return (
    <div className="id-split">
      <Panel flush>
        {!entries && <LoadingState />}
        {entries?.length === 0 && empty}
        <ul className="id-nav" aria-label={label}>
          {entries?.map(({ id, title, mark, note, color }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen}
                style={{ "--role": color } as CSSProperties}
                onClick={() => onChoose(String(id))}
              >
                {mark}
                {title}
                <small className="sr-num">{note}</small>
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      {children}
    </div>
  );
}
