import type { ListMeta } from "@staffroom/contract";
import { Icon, Toggle } from "@staffroom/ui";
import { Button, type InputRef } from "antd";
import type { ReactNode, RefObject } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { FiguresButton } from "../figures/figures-button";
import { SearchBox } from "../filters/search-box";
import { ExportButton, type ExportRequest, type ExportSize } from "../jobs/export";
import { ColumnsButton } from "../views/columns-button";
import type { ListViews } from "../views/saved-views";
import { SavedViewsButton } from "../views/saved-views-button";
import { ViewSwitch } from "../views/view-switch";
import type { Drawing } from "./drawing";
import { FoldedTools } from "./folded-tools";
import { hasOfficeTools } from "../office-tools";

/** The tools of a list except its search, each absent if the list does not offer it. */
export type Tools = {
  path: string;
  meta: ListMeta;
  title: string;
  drawing: Drawing;
  /** The switch between reading and editing in place. */
  editing?: { on: boolean; turn: (on: boolean) => void };
  exporting: { request: () => ExportRequest; size: ExportSize; onImport?: () => void };
  /** The rows are always drawn as one view, so nothing else is offered. */
  isFixedView: boolean;
  hasQueue: boolean;
  hasViews: boolean;
  columns?: ListViews;
  savedViews?: ListViews;
};

function MoreTools({ tools, isPhone }: { tools: Tools; isPhone: boolean }) {
  const { path, meta, title, drawing, editing, exporting, columns, savedViews } = tools;
  return (
    <>
      {editing && (
        <Toggle on={editing.on} onChange={editing.turn}>
          EDIT
        </Toggle>
      )}
      {hasOfficeTools && meta.may.export !== false && <ExportButton path={path} {...exporting} />}
      {hasOfficeTools && meta.figures && !tools.isFixedView && <FiguresButton meta={meta} />}
      {!drawing.figured && (
        <ViewSwitch
          words={isPhone}
          meta={meta}
          hasQueue={tools.hasQueue}
          hasViews={hasOfficeTools && tools.hasViews && !tools.isFixedView}
        />
      )}
      {hasOfficeTools && columns && !drawing.figured && !drawing.kind && (
        <ColumnsButton words={isPhone} views={columns} />
      )}
      {hasOfficeTools && savedViews && <SavedViewsButton views={savedViews} title={title} />}
    </>
  );
}

/** The button that adds a row: in the list's form, or on the page at `addsAt`. */
function AddButton({ one, addsAt, onAdd }: { one: string; addsAt?: string; onAdd: () => void }) {
  const href = useHref(addsAt ?? "");
  const leave = useLinkClickHandler<HTMLElement>(addsAt ?? "");
  return (
    <Button
      type="primary"
      icon={<Icon name="plus" size={15} />}
      {...(addsAt ? { href, onClick: leave } : { onClick: onAdd })}
    >{`New ${one}`}</Button>
  );
}

type Props = {
  tools: Tools;
  /** False if every tool is absent. */
  hasMore: boolean;
  isPhone: boolean;
  search: { box: RefObject<InputRef | null>; value: string; onChange: (text: string) => void; onDown: () => void };
  /** The button that shows the filters, if they are folded. */
  filters?: { set: number; isOpen: boolean; turn: () => void };
  add?: { addsAt?: string; onAdd: () => void };
  children?: ReactNode;
};

/** The search of a list, its tools, and the button that adds a row. */
export function ListTools({ tools, hasMore, isPhone, search, filters, add, children }: Props) {
  const more = <MoreTools tools={tools} isPhone={isPhone} />;
  return (
    <div className="sr-list-tools">
      <SearchBox {...search} title={tools.title} />
      {filters && (
        <Button
          aria-expanded={filters.isOpen}
          aria-label={filters.set ? `Filters, ${filters.set} set` : "Filters"}
          icon={<Icon name="filter" size={15} />}
          onClick={filters.turn}
        >
          Filters{filters.set > 0 && <b>{filters.set}</b>}
        </Button>
      )}
      {isPhone ? hasMore && <FoldedTools>{more}</FoldedTools> : more}
      {children}
      {add && <AddButton one={tools.meta.one} {...add} />}
    </div>
  );
}
