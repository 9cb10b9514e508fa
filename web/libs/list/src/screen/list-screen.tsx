import { api, invalidate, invalidateBeside, useListMeta, useListPage } from "@staffroom/api";
import type { Filter, ListMeta, ListScreenProps, ListTabs, Row } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import {
  ErrorState,
  Icon,
  keepTrail,
  ListSkeleton,
  PageHeader,
  Panel,
  StatePanel,
  Tabs,
  toast,
  Toggle,
  useAskedFor,
  useMedia,
  useRouteTitle,
} from "@staffroom/ui";
import { Button, type InputRef } from "antd";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { Navigate, useHref, useLinkClickHandler, useLocation, useNavigate } from "react-router";
import { addressIn, isOpening, pageSizes, queryOf, wholeQueryOf } from "../request/address";
import { withColumn, withoutFixed, shownColumns } from "../table/columns";
import { ColumnsButton } from "../views/columns-button";
import { ExportButton } from "../jobs/export";
import { Filters } from "../filters/filters";
import { chartIn, FiguresButton, figuresAsked, FiguresPiece, isFigured } from "../figures/figures-button";
import { sortedByGroup } from "../table/grouped";
import { Import } from "../import/import";
import { Footer } from "./footer";
import { FoldedTools } from "./folded-tools";
import { hasOfficeTools } from "./office-tools";
import { Room } from "./room";
import { useListViews, usePlacing } from "../views/saved-views";
import { SavedViewsButton } from "../views/saved-views-button";
import { SearchBox } from "../filters/search-box";
import { SelectionBar } from "../bulk/selection-bar";
import { choiceOf, exportOf, isSelected, select, type RowKey } from "../selection/selection";
import { ListTable, type RowsHandle } from "../table/table";
import { useOpening, useView } from "../request/use-view";
import { TitleChoice } from "../filters/title-choice";
import { useKeptSelection } from "../selection/kept-selection";
import { isLeftOut, useKnownFilters } from "../request/known-filters";
import { ViewSwitch, viewIn, viewShown } from "../views/view-button";

const noFixed: Record<string, string> = {};

/** A list, drawn from the columns that its service declares: platform.md 2, Generic list table. */
export const ListScreen: (props: ListScreenProps) => ReactNode = AnyListScreen;

/** The same of a path that only the declaration of a route knows, and of a made-up list. */
export function AnyListScreen(props: ListScreenProps<string>) {
  const { path } = props;
  // Computed columns are those of the call: their types and filters come with the others.
  const meta = useListMeta(path, props.fixed?.computed);
  const routeTitle = useRouteTitle();
  if (meta.data) return <ListBody key={path} {...props} meta={meta.data} />;
  return (
    <>
      {!props.embedded && <PageHeader title={props.title ?? (routeTitle || " ")} />}
      <Panel flush>
        {meta.error ? (
          <ErrorState error={meta.error} title="The list did not load" onRetry={() => void meta.refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Panel>
    </>
  );
}

/** The filters of a list; a row of tabs that a screen leaves out is a filter of it. */
/** Sends a new row with the values that the list is fixed to, which nobody is asked for. */
const addTo =
  ({ path, fields }: NonNullable<ListMeta["add"]>, fixed: Record<string, string>) =>
  (values: Record<string, unknown>, idempotencyKey: string) => {
    const known = fields.flatMap(({ name, type }) =>
      name in fixed ? [[name, type === "text" ? fixed[name] : Number(fixed[name])]] : [],
    );
    return api.post(path, { ...values, ...Object.fromEntries(known) }, { idempotencyKey });
  };

function filtersOf(
  { filters = [] }: ListMeta,
  fixed: Record<string, string>,
  leftOut: NonNullable<ListMeta["tabs"]>,
): Filter[] {
  const tabbed: Filter[] = leftOut.map(({ name, title, options }) => ({
    name,
    title,
    type: "select",
    options: options.filter(({ value }) => value !== ""),
  }));
  return [...tabbed, ...filters].filter(({ name }) => !(name in fixed));
}

function ListBody(props: ListScreenProps<string> & { meta: ListMeta }) {
  const { meta, path, fixed = noFixed, embedded, readOnly, target = meta.target } = props;
  const title = props.title ?? meta.title;
  // The entry of the menu, the heading and the document title are one word.
  const heading = useRouteTitle();
  const offered = (meta.tabs ?? []).filter(
    ({ name, options }) => !(name in fixed) && options.filter(({ value }) => value !== "").length > 1,
  );
  // Inside another screen the screen says which rows of tabs there are.
  const isTab = ({ name, shown }: ListTabs) => props.tabs?.includes(name) ?? (embedded || (shown ?? "tabs") === "tabs");
  const tabs = offered.filter(isTab);
  const besides = embedded ? [] : offered.filter((tab) => tab.shown === "title" && !tabs.includes(tab));
  const filters = filtersOf(
    meta,
    fixed,
    embedded ? [] : offered.filter((tab) => !tabs.includes(tab) && !besides.includes(tab)),
  );
  const navigate = useNavigate();
  const { pathname, search: parameters } = useLocation();
  // A list inside another screen shows all that belongs there.
  const opened = useOpening(meta, embedded ? "" : [...tabs, ...besides].map(({ name }) => name).join());
  const [view, change] = useView(opened, embedded && !embedded.inAddress ? "memory" : "address");
  const { groups } = props;
  const sorted = useMemo(() => sortedByGroup(view, groups?.by ?? []), [view, groups]);
  const query = useMemo(() => queryOf(sorted, fixed), [sorted, fixed]);
  const whole = useMemo(() => wholeQueryOf(sorted, fixed), [sorted, fixed]);
  const own = useListViews(opened, path, fixed, !embedded && !props.placing);
  const saved = usePlacing(own, opened, props.placing);
  const { placed, place } = saved;
  // An export stands without its screen, and has all columns.
  const drawnColumns = useMemo(() => (embedded ? withoutFixed(placed, fixed) : placed), [embedded, placed, fixed]);
  const widen = useCallback(
    (name: string, chosen: number) => place(withColumn(placed, name, { chosen })),
    [placed, place],
  );
  const figured = !embedded && isFigured(meta, parameters);
  const queue = !embedded && !figured && viewIn(parameters) === "queue" ? props.queue : undefined;
  const kind = !embedded && !figured && props.drawn ? (props.always ?? viewShown(meta, parameters)) : undefined;
  // Cards are the rows of a page; other views read what they show.
  const paged = !kind || kind === "cards";
  const asked = kind && meta.views?.[kind]?.filters;
  const page = useListPage(path, query, { enabled: !figured && paged });
  // A page without rows says so in the place of the table.
  const covered = figured || (!!kind && (!paged || !!page.data?.data.length));
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const isPhone = useMedia("(max-width: 599px)");
  const [showsFilters, setShowsFilters] = useState(false);
  const searchBox = useRef<InputRef>(null);
  const grid = useRef<RowsHandle>(null);

  const { opens, onOpen: openByHand } = props;
  const addressOf = useMemo(
    () => addressIn({ opens, target, pathname, parameters }),
    [opens, target, pathname, parameters],
  );
  const rows = page.data?.data;
  const keyOf = (row: Row) => row[meta.rowKey] as RowKey;
  const [selection, setSelection] = useKeptSelection(path, whole, rows, keyOf, !embedded);
  useKnownFilters(page.error, [...filters, ...offered], change);
  const asksAgain = isLeftOut(page.error, view.filters);
  const onOpen = useMemo(() => {
    if (openByHand || !addressOf) return openByHand;
    return (row: Row) => {
      const address = addressOf(row);
      if (!address) return;
      keepTrail({
        from: `${pathname}${parameters}`,
        links: (rows ?? []).flatMap((one) => addressOf(one) ?? []),
        at: address,
      });
      void navigate(address);
    };
  }, [openByHand, addressOf, rows, pathname, parameters, navigate]);

  const exportRequest = () => {
    if (!figured)
      return { query: whole, columns: shownColumns(placed).map((column) => column.name), ...exportOf(selection) };
    const address = new URLSearchParams(parameters);
    const { dated: _dated, ...figures } = figuresAsked(meta, address, whole);
    return { query: whole, figures: { ...figures, chart: chartIn(address) } };
  };
  const { onChanged } = props;
  const edited = useCallback(() => {
    void invalidateBeside(path);
    onChanged?.();
  }, [path, onChanged]);
  const replaced = () => {
    void invalidate(path);
    onChanged?.();
  };
  const edit = (on: boolean) => {
    setEditing(on);
    // A changed row may be in another place, or match no longer.
    if (!on) void invalidate(path);
  };
  const filter = (changed: Record<string, string>) => change((now) => ({ filters: { ...now.filters, ...changed } }));
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const filtered = Object.keys(view.filters).length > 0 || view.search !== "";
  const sizes = meta.pageSizes?.length ? meta.pageSizes : pageSizes;
  const mayEdit = !readOnly && meta.may.edit && meta.edit;
  const mayImport = !embedded && !readOnly && !!meta.imports;
  const mayAdd = !readOnly && meta.may.add && meta.add;

  const { addsAt } = props;
  const addsHref = useHref(addsAt ?? "");
  const leave = useLinkClickHandler<HTMLElement>(addsAt ?? "");
  useAskedFor("new", () => setAdding(true), !embedded && !!mayAdd && !addsAt);

  const queueSelection =
    !readOnly && meta.moves?.length
      ? {
          has: (row: Row) => isSelected(selection, keyOf(row)),
          select: (chosen: readonly Row[], on: boolean) => setSelection((now) => select(now, chosen, keyOf, on)),
        }
      : undefined;

  const folded = isPhone && filters.length > 0;
  const set = filters.filter(({ name }) => view.filters[name]).length;
  const hasMore =
    (mayEdit && !kind) || (!embedded && !!props.queue) || (hasOfficeTools && (meta.may.export !== false || !embedded));
  const more = (
    <>
      {mayEdit && !kind && (
        <Toggle on={editing} onChange={edit}>
          EDIT
        </Toggle>
      )}
      {hasOfficeTools && meta.may.export !== false && (
        <ExportButton
          path={path}
          request={exportRequest}
          size={figured ? "figures" : Object.keys(exportOf(selection)).length ? "selection" : "list"}
          onImport={mayImport ? () => setImporting(true) : undefined}
        />
      )}
      {hasOfficeTools && meta.figures && !embedded && !props.always && <FiguresButton meta={meta} />}
      {!embedded && !figured && (
        <ViewSwitch
          words={isPhone}
          meta={meta}
          hasQueue={!!props.queue}
          hasViews={hasOfficeTools && !!props.drawn && !props.always}
        />
      )}
      {hasOfficeTools && !embedded && !figured && !kind && <ColumnsButton words={isPhone} views={saved} />}
      {hasOfficeTools && !embedded && !props.placing && <SavedViewsButton views={saved} title={title} />}
    </>
  );
  const tools = (
    <div className="sr-list-tools">
      <SearchBox
        box={searchBox}
        value={view.search}
        onChange={search}
        title={title}
        onDown={() => grid.current?.enter()}
      />
      {folded && (
        <Button
          aria-expanded={showsFilters}
          aria-label={set ? `Filters, ${set} set` : "Filters"}
          icon={<Icon name="filter" size={15} />}
          onClick={() => setShowsFilters(!showsFilters)}
        >
          Filters{set > 0 && <b>{set}</b>}
        </Button>
      )}
      {isPhone ? hasMore && <FoldedTools>{more}</FoldedTools> : more}
      {props.actions}
      {mayAdd && (
        <Button
          type="primary"
          icon={<Icon name="plus" size={15} />}
          {...(addsAt ? { href: addsHref, onClick: leave } : { onClick: () => setAdding(true) })}
        >{`New ${meta.one}`}</Button>
      )}
    </div>
  );

  const empty = isOpening(view, opened) ? (
    <StatePanel
      title="Nothing here now"
      text="Other tabs may have rows."
      actions={<Button onClick={() => change({ filters: {} })}>Show all</Button>}
    />
  ) : filtered ? (
    <StatePanel
      icon="search"
      title="Nothing matches"
      text="Try fewer letters or fewer filters."
      actions={<Button onClick={() => change({ search: "", filters: {} })}>Show everything</Button>}
    />
  ) : (
    <StatePanel
      title="Nothing here yet"
      text={
        props.emptyText ??
        (mayAdd
          ? `Each ${meta.one} that you add will be listed here.`
          : "There is nothing to show for you in this list.")
      }
    />
  );

  if (addsAt && mayAdd && !embedded && new URLSearchParams(parameters).has("new"))
    return <Navigate to={addsAt} replace />;
  return (
    <section className={embedded ? "sr-list sr-list-embedded" : "sr-list"}>
      {embedded ? (
        <div className="sr-list-head">
          <span className="sr-list-subtitle">{props.subtitle}</span>
          {tools}
        </div>
      ) : (
        <PageHeader
          title={props.title ?? (heading || title)}
          mark={besides.map((tab) => (
            <TitleChoice
              key={tab.name}
              tab={tab}
              value={view.filters[tab.name] ?? ""}
              onChange={(value) => filter({ [tab.name]: value })}
            />
          ))}
          subtitle={props.subtitle}
          actions={tools}
        />
      )}
      <Panel flush>
        {tabs
          .filter(({ name }) => !asked?.includes(name))
          .map((tab) => (
            <Tabs
              key={tab.name}
              className="sr-list-tabs"
              size="small"
              activeKey={view.filters[tab.name] ?? ""}
              items={tab.options.map((option) => ({ key: String(option.value), label: option.label }))}
              onChange={(value) => filter({ [tab.name]: value })}
            />
          ))}
        {filters.length > 0 && (!folded || showsFilters) && (
          <Filters
            filters={filters.filter(({ name }) => !asked?.includes(name))}
            values={view.filters}
            onChange={filter}
          />
        )}
        {figured && <FiguresPiece path={path} meta={meta} query={whole} title={title} />}
        {kind && covered && props.drawn?.(kind, { meta, path, query: whole, rows: page.data?.data ?? [], addressOf })}
        <Room fixed={embedded?.height} hidden={covered} busy={page.isFetching} view={parameters.slice(1)}>
          {({ width, height, whole }) =>
            page.error && !page.data && !asksAgain ? (
              <ErrorState error={page.error} title="The rows did not load" onRetry={() => void page.refetch()} />
            ) : queue && page.data ? (
              queue({
                rows: page.data.data,
                total: page.data.total,
                sort: view.sort,
                height: whole,
                selection: queueSelection,
              })
            ) : (
              <ListTable
                handle={grid}
                onLeave={() => searchBox.current?.focus()}
                meta={meta}
                path={path}
                placed={drawnColumns}
                onWidth={embedded ? undefined : widen}
                rows={page.data?.data ?? []}
                view={view}
                change={change}
                width={width}
                height={height}
                loading={page.isPending || page.isPlaceholderData || asksAgain}
                editing={editing}
                selection={selection}
                setSelection={setSelection}
                onOpen={onOpen}
                addressOf={openByHand ? undefined : addressOf}
                onEdited={edited}
                cells={props.cells}
                rowActions={props.rowActions}
                rowClassName={props.rowClassName}
                groups={groups}
                scrollKey={embedded ? `${path}:embedded` : `${path}:${JSON.stringify(query)}`}
                empty={empty}
              />
            )
          }
        </Room>
        {/* Below the rows, which stay where they are when it comes. */}
        {!figured && !kind && (
          <SelectionBar
            meta={meta}
            path={path}
            query={whole}
            rows={page.data?.data ?? []}
            total={page.data?.total ?? 0}
            exact={page.data?.totalIsExact ?? true}
            selection={selection}
            setSelection={setSelection}
            onChanged={replaced}
            actions={props.selectionActions?.(choiceOf(selection, whole))}
            mayMove={!readOnly}
            at={opens ? `${pathname}?${opens}={id}` : typeof target === "function" ? meta.target : target}
            mayArchive={!!mayEdit && mayEdit.fields.some(({ name }) => name === "archived")}
            mayDelete={!readOnly && !!meta.may.delete && !!meta.delete && (editing || !meta.may.edit)}
          />
        )}
        {!figured && paged && (
          <Footer path={path} query={whole} view={view} change={change} page={page.data} sizes={sizes}>
            {props.sums}
          </Footer>
        )}
      </Panel>
      {importing && meta.imports && (
        <Import path={path} fields={meta.imports.fields} onDone={replaced} onClose={() => setImporting(false)} />
      )}
      {meta.add && (
        <FieldFormDialog
          open={adding}
          title={`New ${meta.one}`}
          submitLabel={`Add ${meta.one}`}
          fields={meta.add.fields.filter(({ name }) => !(name in fixed))}
          to={addTo(meta.add, fixed)}
          draftKey={`add:${path}${Object.values(fixed)
            .map((value) => `:${value}`)
            .join("")}`}
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            toast.success(`${meta.one.charAt(0).toUpperCase()}${meta.one.slice(1)} added`);
            replaced();
          }}
        >
          {props.addNote && ((form) => props.addNote?.({ ...fixed, ...form.drafts }))}
        </FieldFormDialog>
      )}
    </section>
  );
}
