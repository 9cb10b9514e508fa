import type { ListMeta, ViewKind } from "@staffroom/contract";
import { Icon, useAddress } from "@staffroom/ui";
import { Button, Dropdown } from "antd";

/** The parameter of the address that says how the rows of a list are drawn; a table without it. */
export const viewParameter = "view";

/** The ways of drawing rows besides the table. */
const views = {
  queue: { label: "Review", icon: "list-checks" },
  board: { label: "Board", icon: "board" },
  calendar: { label: "Calendar", icon: "calendar" },
  timeline: { label: "Timeline", icon: "timeline" },
  cards: { label: "Cards", icon: "cards" },
} as const;
export type ViewName = keyof typeof views;
/** Parameters of the address that belong to a view. */
const own = ["day", "span"];

export const viewIn = (parameters: string): string | null => new URLSearchParams(parameters).get(viewParameter);

/** The declared view that an address shows. */
export function viewShown(meta: ListMeta, parameters: string): ViewKind | undefined {
  const name = viewIn(parameters);
  return name && meta.views && name in meta.views ? (name as ViewKind) : undefined;
}

function useView(): [string | null, (to: ViewName | null) => void] {
  const [address, change] = useAddress();
  const turn = (to: ViewName | null) =>
    change((before) => {
      for (const name of [viewParameter, ...own]) before.delete(name);
      if (to) before.set(viewParameter, to);
      return before;
    });
  return [address.get(viewParameter), turn];
}

/** Turns a list into another view of it and back; the filters stay. */
export function ViewButton({ view }: { view: ViewName }) {
  const [shown, turn] = useView();
  const isOn = shown === view;
  return <Button icon={<Icon name={isOn ? "table" : views[view].icon} size={15} />} onClick={() => turn(isOn ? null : view)}>{isOn ? "Rows" : views[view].label}</Button>;
}

/** The views that a service declares for a list: a button for one, a menu for several. */
export function ViewChoice({ meta }: { meta: ListMeta }) {
  const [shown, turn] = useView();
  const kinds = Object.keys(meta.views ?? {}) as ViewKind[];
  const [only] = kinds;
  if (!only) return null;
  if (kinds.length === 1) return <ViewButton view={only} />;
  const now = kinds.find((kind) => kind === shown);
  const items = [
    { key: "", label: "Rows", icon: <Icon name="table" size={15} /> },
    ...kinds.map((kind) => ({ key: kind, label: views[kind].label, icon: <Icon name={views[kind].icon} size={15} /> })),
  ];
  return (
    <Dropdown trigger={["click"]} menu={{ items, selectable: true, selectedKeys: [now ?? ""], onClick: ({ key }) => turn((key || null) as ViewKind | null) }}>
      <Button icon={<Icon name={now ? views[now].icon : "table"} size={15} />} aria-label={`Shown as ${now ? views[now].label.toLowerCase() : "rows"}`}>{now ? views[now].label : "Rows"} <Icon name="chevron-down" size={13} /></Button>
    </Dropdown>
  );
}
