import { invalidate, invalidateBeside, useListMeta } from "@staffroom/api";
import type { ListMeta, ListScreenProps, Row } from "@staffroom/contract";
import {
  ErrorState,
  keepTrail,
  ListSkeleton,
  PageHeader,
  Panel,
  Tabs,
  useAskedFor,
  useMedia,
  useRouteTitle,
} from "@staffroom/ui";
import type { InputRef } from "antd";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { SelectionBar } from "../bulk/selection-bar";
import { chartIn, figuresAsked } from "../figures/asked";
import { FiguresPiece } from "../figures/figures-piece";
import { Filters } from "../filters/filters";
import { offeredFilters } from "../filters/offered";
import { TitleChoice } from "../filters/title-choice";
import { Import } from "../import/import";
import { hasOfficeTools } from "../office-tools";
import { pageSizes } from "../request/address";
import { useFirstRows } from "../request/first-rows";
import { modeOf, offeredIn, type ListMode } from "../request/mode";
import { addressIn } from "../request/row-address";
import { useListRequest } from "../request/use-list-request";
import { useKeptSelection } from "../selection/kept-selection";
import { choiceOf, exportOf, isSelected, select, type RowKey } from "../selection/selection";
import { shownColumns, withColumn, withoutFixed } from "../table/columns";
import { ListTable } from "../table/table";
import type { RowsHandle } from "../table/types";
import { useListViews, usePlacing } from "../views/saved-views";
import { AddRow } from "./add-row";
import { drawingOf } from "./drawing";
import { EmptyList } from "./empty-list";
import { Footer } from "./footer";
import { ListTools } from "./list-tools";
import { Room } from "./room";

const noFixed: Record<string, string> = {};

/** A list, drawn from the columns that its service declares: platform.md 2, Generic list table. */
export const ListScreen: (props: ListScreenProps) => ReactNode = AnyListScreen;

/** The same for a path that only a route's declaration knows, and for a test's list. */
export function AnyListScreen(props: ListScreenProps<string>) {
  const { path, fixed, groups, always } = props;
  const mode = modeOf(props.embedded);
  // Computed columns come from the call, which includes their types and filters.
  const meta = useListMeta(path, fixed?.computed);
  useFirstRows({ path, fixed, groups, always, mode });
  const routeTitle = useRouteTitle();
  if (meta.data) return <ListBody key={path} {...offeredIn(mode, { ...props, meta: meta.data })} mode={mode} />;
  return (
    <>
      {mode.isScreen && <PageHeader title={props.title ?? (routeTitle || " ")} />}
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

function ListBody(props: ListScreenProps<string> & { meta: ListMeta; mode: ListMode }) {
  const { meta, mode, path, fixed = noFixed, readOnly, target = meta.target, groups, opens, addsAt, placing } = props;
  const { isScreen } = mode;
  const title = props.title ?? meta.title;
  // The menu entry, the heading and the document title are the same.
  const heading = useRouteTitle();
  const { all, tabs, inTitle, filters } = offeredFilters(meta, mode, props);
  const navigate = useNavigate();
  const { pathname, search: parameters } = useLocation();
  const drawing = drawingOf(meta, props, parameters);
  const { figured, queue, kind, isPaged } = drawing;
  const request = useListRequest({
    path,
    fixed,
    groups,
    always: props.always,
    meta,
    mode,
    // A list inside another screen shows everything that belongs there.
    opening: isScreen ? [...tabs, ...inTitle] : [],
    known: [...filters, ...all],
    reads: isPaged,
  });
  const { opened, view, change, query, whole, page, asksAgain } = request;
  const rows = request.rows ?? [];
  const own = useListViews(opened, path, fixed, isScreen && !placing);
  const saved = usePlacing(own, opened, placing);
  const { placed, place } = saved;
  // An export from outside the screen has all columns.
  const drawnColumns = useMemo(() => (isScreen ? placed : withoutFixed(placed, fixed)), [isScreen, placed, fixed]);
  const widen = useCallback(
    (name: string, chosen: number) => place(withColumn(placed, name, { chosen })),
    [placed, place],
  );
  const asked = kind && meta.views?.[kind]?.filters;
  // A page without rows says so in place of the table.
  const covered = figured || (!!kind && (!isPaged || rows.length > 0));
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const isPhone = useMedia("(max-width: 599px)");
  const [showsFilters, setShowsFilters] = useState(false);
  const searchBox = useRef<InputRef>(null);
  const grid = useRef<RowsHandle>(null);

  const { onOpen: openByHand, onChanged } = props;
  const addressOf = useMemo(
    () => addressIn({ opens, target, pathname, parameters }),
    [opens, target, pathname, parameters],
  );
  const keyOf = (row: Row) => row[meta.rowKey] as RowKey;
  const [selection, setSelection] = useKeptSelection(path, whole, request.rows, keyOf, isScreen);
  const onOpen = useMemo(() => {
    if (openByHand || !addressOf) return openByHand;
    return (row: Row) => {
      const address = addressOf(row);
      if (!address) return;
      keepTrail({
        from: `${pathname}${parameters}`,
        links: (request.rows ?? []).flatMap((one) => addressOf(one) ?? []),
        at: address,
      });
      void navigate(address);
    };
  }, [openByHand, addressOf, request.rows, pathname, parameters, navigate]);

  const exportRequest = () => {
    if (!figured)
      return { query: whole, columns: shownColumns(placed).map((column) => column.name), ...exportOf(selection) };
    const address = new URLSearchParams(parameters);
    const { dated: _dated, ...figures } = figuresAsked(meta, address, whole);
    return { query: whole, figures: { ...figures, chart: chartIn(address) } };
  };
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
    // A changed row may have another position, or no longer match.
    if (!on) void invalidate(path);
  };
  const filter = (changed: Record<string, string>) => change((now) => ({ filters: { ...now.filters, ...changed } }));
  const search = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const mayEdit = !readOnly && meta.may.edit && meta.edit;
  const mayAdd = !readOnly && !!meta.may.add && !!meta.add;
  useAskedFor("new", () => setAdding(true), isScreen && mayAdd && !addsAt);
  if (isScreen && mayAdd && addsAt && new URLSearchParams(parameters).has("new"))
    return <Navigate to={addsAt} replace />;

  const folded = isPhone && filters.length > 0;
  const tools = (
    <ListTools
      tools={{
        path,
        meta,
        title,
        drawing,
        editing: mayEdit && !kind ? { on: editing, turn: edit } : undefined,
        exporting: {
          request: exportRequest,
          size: figured ? "figures" : Object.keys(exportOf(selection)).length ? "selection" : "list",
          onImport: !readOnly && meta.imports ? () => setImporting(true) : undefined,
        },
        isFixedView: !!props.always,
        hasQueue: !!props.queue,
        hasViews: !!props.drawn,
        columns: isScreen ? saved : undefined,
        savedViews: isScreen && !placing ? saved : undefined,
      }}
      hasMore={(!!mayEdit && !kind) || !!props.queue || (hasOfficeTools && (meta.may.export !== false || isScreen))}
      isPhone={isPhone}
      search={{ box: searchBox, value: view.search, onChange: search, onDown: () => grid.current?.enter() }}
      filters={
        folded
          ? {
              set: filters.filter(({ name }) => view.filters[name]).length,
              isOpen: showsFilters,
              turn: () => setShowsFilters(!showsFilters),
            }
          : undefined
      }
      add={mayAdd ? { addsAt, onAdd: () => setAdding(true) } : undefined}
    >
      {props.actions}
    </ListTools>
  );

  return (
    <section className={isScreen ? "sr-list" : "sr-list sr-list-embedded"}>
      {isScreen ? (
        <PageHeader
          title={props.title ?? (heading || title)}
          mark={inTitle.map((tab) => (
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
      ) : (
        <div className="sr-list-head">
          <span className="sr-list-subtitle">{props.subtitle}</span>
          {tools}
        </div>
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
        {kind && covered && props.drawn?.(kind, { meta, path, query: whole, rows, addressOf })}
        <Room fixed={mode.height} hidden={covered} busy={page.isFetching} view={parameters.slice(1)}>
          {({ width, height, whole: wholeHeight }) =>
            page.error && !page.data && !asksAgain ? (
              <ErrorState error={page.error} title="The rows did not load" onRetry={() => void page.refetch()} />
            ) : queue && page.data ? (
              queue({
                rows,
                total: page.data.total,
                sort: view.sort,
                height: wholeHeight,
                selection:
                  !readOnly && meta.moves?.length
                    ? {
                        has: (row) => isSelected(selection, keyOf(row)),
                        select: (chosen, on) => setSelection((now) => select(now, chosen, keyOf, on)),
                      }
                    : undefined,
              })
            ) : (
              <ListTable
                handle={grid}
                onLeave={() => searchBox.current?.focus()}
                meta={meta}
                path={path}
                placed={drawnColumns}
                onWidth={isScreen ? widen : undefined}
                rows={rows}
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
                scrollKey={isScreen ? `${path}:${JSON.stringify(query)}` : `${path}:embedded`}
                empty={<EmptyList meta={meta} request={request} mayAdd={mayAdd} emptyText={props.emptyText} />}
              />
            )
          }
        </Room>
        {/* Below the rows, so that they do not move when it appears. */}
        {!figured && !kind && (
          <SelectionBar
            meta={meta}
            path={path}
            query={whole}
            rows={rows}
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
        {isPaged && (
          <Footer
            path={path}
            query={whole}
            view={view}
            change={change}
            page={page.data}
            sizes={meta.pageSizes?.length ? meta.pageSizes : pageSizes}
          >
            {props.sums}
          </Footer>
        )}
      </Panel>
      {importing && meta.imports && (
        <Import path={path} fields={meta.imports.fields} onDone={replaced} onClose={() => setImporting(false)} />
      )}
      {meta.add && (
        <AddRow
          path={path}
          one={meta.one}
          add={meta.add}
          fixed={fixed}
          note={props.addNote}
          open={adding}
          onClose={() => setAdding(false)}
          onAdded={replaced}
        />
      )}
    </section>
  );
}
