import { api, invalidate, loadPiece, mayKeep, queryClient, useListMeta } from "@staffroom/api";
import type { ListMeta, ViewColumn } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { AnyListScreen, queryIn, saveAsTable, viewOf, wholeQueryOf } from "@staffroom/list";
import { RecordDrawer, viewsOf } from "@staffroom/screen";
import { attempt, Icon, StarButton, toast, useAddress, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Button, Dropdown, type MenuProps } from "antd";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { computedOf, isSame, listOf, tintOf, type Definition, type SharedTable } from "./definition";
import { faultsOf, SetUp } from "./set-up";
import { Subtotals, useGroups } from "./subtotals";
import { useOwnCopy } from "./use-own-copy";

const Versions = lazy(() => loadPiece(() => import("./versions")));

/** Names the table in its own address, which then determines its rows. */
const parameter = "saved";
type Props = { table: SharedTable; reload: () => void };

/** The list of a shared table, shown as the table or the user's own copy defines. */
export function TableOfList({ table, reload }: Props) {
  const { path, fixed: held } = useMemo(() => listOf(table.list), [table.list]);
  const [address, changeAddress] = useAddress();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const [own, keepCopy] = useOwnCopy(table);
  const [isShowingVersions, setIsShowingVersions] = useState(false);
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const [sharing, share] = useOpenRecord("sharing");
  const definition = own?.definition ?? table.definition;
  const version = own?.version ?? table.version;

  const open = useCallback(
    (of: Definition) =>
      changeAddress(
        () =>
          new URLSearchParams({
            ...of.query,
            ...(of.view && of.view !== "table" ? { view: of.view } : {}),
            [parameter]: table.slug,
          }),
        { replace: true },
      ),
    [changeAddress, table.slug],
  );
  useEffect(() => {
    if (address.size === 0) open(definition);
  }, [address.size, definition, open]);

  // A formula whose column is gone, or not visible to this reader, is left out with a message.
  const whole = computedOf(definition);
  const asked = useListMeta(path, whole || undefined);
  const faults = faultsOf(asked.error);
  const computed = computedOf(definition, new Set(Object.keys(faults)));
  const meta = useListMeta(path, computed || undefined).data;
  const fixed = useMemo(() => ({ ...held, ...(computed ? { computed } : {}) }), [held, computed]);

  const present: Definition =
    address.size === 0 || !meta
      ? definition
      : { ...definition, query: queryIn(address, meta), view: address.get("view") ?? "table" };
  const shared: Definition = meta
    ? {
        ...table.definition,
        query: queryIn(new URLSearchParams({ ...table.definition.query, [parameter]: table.slug }), meta),
      }
    : table.definition;
  const isChanged = !!meta && !isSame(present, shared);
  const keep = (next: Definition | null) => {
    // The version is the version of the table at the first change: saving over another user's version is refused.
    keepCopy(
      next && {
        version,
        definition: { ...next, query: present.query ?? {}, ...(present.view ? { view: present.view } : {}) },
      },
    );
  };
  // Filters, search and order that the user changes belong to their copy; those from a link do not.
  const rows = meta && address.size > 0 ? JSON.stringify([present.query, present.view]) : null;
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (rows === null || rows === opened.current) return;
    const isFirst = opened.current === null;
    opened.current = rows;
    if (!isFirst && (isChanged || own)) keep(isChanged ? definition : null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the rows
  }, [rows]);
  const place = (columns: ViewColumn[]) => keep({ ...definition, columns });
  const back = () => {
    keep(null);
    open(table.definition);
  };
  /** The server's present version of the table, without the user's copy. */
  const take = (saved: SharedTable) => {
    keepCopy(null, true);
    queryClient.setQueryData([`/table/${table.slug}`, {}, {}], saved);
    reload();
  };
  const save = () =>
    attempt(async () => {
      const saved = await api.put<SharedTable>(`/tables/${table.id}/definition`, { definition: present, version });
      take(saved);
      toast.success(`${table.title} was saved for all`);
    });
  const remove = async () => {
    if (!(await dialogs.askDelete(`the table ${table.title}`))) return;
    await attempt(async () => {
      await api.delete(`/tables/${table.id}`);
      toast.success(`${table.title} was deleted`);
      void navigate("/tables");
    });
  };
  const copy = async ({ title }: Record<string, unknown>) => {
    const opened = await saveAsTable(String(title), { list: table.list, screen: table.screen, definition: present });
    keep(null);
    toast.success(`${String(title)} was saved as a table`);
    void navigate(opened);
  };

  const items: MenuProps["items"] = [
    { key: "copy", label: "Save as another table…", icon: <Icon name="plus" size={15} />, disabled: !mayKeep() },
    ...(table.screen ? [{ key: "list", label: "Open the whole list", icon: <Icon name="table" size={15} /> }] : []),
    { key: "versions", label: "Versions…", icon: <Icon name="history" size={15} /> },
    ...(table.may.own
      ? [
          { key: "share", label: "Name and sharing…", icon: <Icon name="users" size={15} /> },
          { key: "delete", label: "Delete", icon: <Icon name="trash" size={15} />, danger: true },
        ]
      : []),
  ];
  const subtotals = {
    path,
    query: meta ? wholeQueryOf(viewOf(address, meta), fixed) : fixed,
    groups: definition.groups ?? [],
    sums: definition.sums ?? [],
  };
  const groups = useGroups({ ...subtotals, meta });
  const actions = (
    <>
      <StarButton target={`/table/${table.slug}`} title={table.title} kind="view" />
      {isChanged && <Button onClick={back}>Back to the shared one</Button>}
      {isChanged && table.may.change && mayKeep() && (
        <Button type="primary" onClick={() => void save()}>
          Save for all
        </Button>
      )}
      <Button icon={<Icon name="pencil-ruler" size={15} />} onClick={() => setIsSettingUp(true)}>
        Set up…
      </Button>
      <Dropdown
        trigger={["click"]}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === "copy") setIsCopied(true);
            else if (key === "share") share(table.id);
            else if (key === "list") void navigate(table.screen);
            else if (key === "versions") setIsShowingVersions(true);
            else void remove();
          },
        }}
      >
        <Button aria-label="More of this table" icon={<Icon name="more" size={15} />} />
      </Dropdown>
    </>
  );
  return (
    <>
      <Notes table={table} definition={definition} meta={meta} faults={faults} />
      <AnyListScreen
        path={path}
        title={table.title}
        subtitle={table.description || undefined}
        fixed={fixed}
        actions={actions}
        drawn={viewsOf(path)}
        placing={{
          columns: definition.columns ?? [],
          place,
          ...(own ? { reset: () => place(table.definition.columns ?? []) } : {}),
        }}
        groups={groups}
        rowClassName={(row) => tintOf(definition.colors ?? [], row)}
      />
      {meta && <Subtotals {...subtotals} meta={meta} />}
      {isShowingVersions && (
        <Suspense fallback={null}>
          <Versions
            table={table}
            onClose={() => setIsShowingVersions(false)}
            onRestored={(saved) => {
              take(saved);
              open(saved.definition);
              setIsShowingVersions(false);
            }}
          />
        </Suspense>
      )}
      {isSettingUp && meta && (
        <SetUp
          path={path}
          meta={meta}
          definition={definition}
          onClose={() => setIsSettingUp(false)}
          onDone={(next) => {
            keep(next);
            setIsSettingUp(false);
          }}
        />
      )}
      <FieldFormDialog
        open={isCopied}
        title="Save as another table"
        submitLabel="Save as table"
        fields={[{ name: "title", title: "Name", type: "text", required: true, maxLength: 60 }]}
        initial={{ title: `${table.title}, mine`.slice(0, 60) }}
        to={copy}
        onDone={() => setIsCopied(false)}
        onCancel={() => setIsCopied(false)}
      />
      <RecordDrawer
        thing="/tables"
        id={sharing}
        heading="{title}"
        called="This table"
        onClose={() => {
          share(null);
          void invalidate("/tables");
          reload();
        }}
      />
    </>
  );
}

type NotesProps = {
  table: SharedTable;
  definition: Definition;
  meta: ListMeta | undefined;
  faults: ReturnType<typeof faultsOf>;
};

/** Messages about what a table cannot show to its reader, and about the user's own changes. */
function Notes({ table, definition, meta, faults }: NotesProps) {
  const names = new Set([
    ...(meta?.columns ?? []).map(({ name }) => name),
    ...(definition.computed ?? []).map(({ name }) => name),
  ]);
  const gone = meta ? (definition.columns ?? []).filter(({ name, hidden }) => !hidden && !names.has(name)).length : 0;
  const titles = new Map(
    [...(definition.computed ?? []), ...(definition.colors ?? [])].map(({ name, title }) => [
      name,
      title || "A colour",
    ]),
  );
  const texts = [
    ...Object.entries(faults).map(
      ([name, { text }]) => `${titles.get(name)} is left out: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`,
    ),
    ...(gone
      ? [
          `${gone === 1 ? "A column of this table is" : `${gone} columns of this table are`} no longer in the list, or not for you.`,
        ]
      : []),
    ...(table.locked && !table.may.own ? ["This table is locked: your changes stay your own."] : []),
  ];
  if (!texts.length) return null;
  return (
    <div className="id-notes" role="status">
      {texts.map((text) => (
        <p key={text}>
          <Icon name="info" size={14} /> {text}
        </p>
      ))}
    </div>
  );
}
