import type { ListMeta, ViewKind } from "@staffroom/contract";
import { Icon, useAddress } from "@staffroom/ui";
import { viewParameter } from "./drawn";

/** The ways of drawing rows besides the table. */
const views = {
  queue: { label: "Review", icon: "list-checks" },
  board: { label: "Board", icon: "board" },
  calendar: { label: "Calendar", icon: "calendar" },
  timeline: { label: "Timeline", icon: "timeline" },
  cards: { label: "Cards", icon: "cards" },
} as const;
type ViewName = keyof typeof views;
/** Address parameters that belong to a view. */
const withoutOwn = { day: null, span: null };

function useView(): [string | null, (to: ViewName | null) => void] {
  const [address, change] = useAddress();
  const turn = (to: ViewName | null) => change({ [viewParameter]: to, ...withoutOwn });
  return [address.get(viewParameter), turn];
}

type ViewSwitchProps = {
  meta: ListMeta;
  hasQueue: boolean;
  hasViews: boolean;
  words?: boolean;
};

/** The ways to draw a list, including `queue` if its screen has one: a group of buttons, labelled with `words`. */
export function ViewSwitch({ meta, hasQueue, hasViews, words }: ViewSwitchProps) {
  const [shown, turn] = useView();
  const kinds: ViewName[] = [
    ...(hasQueue ? (["queue"] as const) : []),
    ...(hasViews ? (Object.keys(meta.views ?? {}) as ViewKind[]) : []),
  ];
  if (!kinds.length) return null;
  const now = kinds.find((kind) => kind === shown);
  const all: [ViewName | null, { label: string; icon: string }][] = [
    [null, { label: "Rows", icon: "table" }],
    ...kinds.map((kind): [ViewName, { label: string; icon: string }] => [kind, views[kind]]),
  ];
  return (
    <div className="sr-switch" data-words={words || undefined} role="group" aria-label="Shown as">
      {all.map(([kind, { label, icon }]) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={(now ?? null) === kind}
          onClick={() => turn(kind)}
        >
          <Icon name={icon} size={15} />
          {words && label}
        </button>
      ))}
    </div>
  );
}
