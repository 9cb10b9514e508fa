import { ApiError, useApi } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { ErrorState, LoadingState, PageHeader, Panel, Tabs, useRouteTitle, type PageBadge } from "@staffroom/ui";
import type { ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { FieldSections } from "./sections";

export type ProfileTab = { name: string; title: string; draw: (record: RecordData) => ReactNode };

export type ProfileScreenProps = {
  /** Path of the thing, `/students`: the record is at `/students/{id}`, its route too. */
  thing: string;
  titleOf: (record: RecordData) => string;
  badgesOf?: (record: RecordData) => PageBadge[];
  avatarOf?: (record: RecordData) => ReactNode;
  actions?: (record: RecordData, reload: () => void) => ReactNode;
  /** Tabs after the details. */
  tabs?: readonly ProfileTab[];
  /** Name of the route parameter that holds the record's id. */
  param?: string;
};

/** A record's page: heading, its fields as sections, further tabs; the tab stands in the address. */
export function ProfileScreen({ thing, titleOf, badgesOf, avatarOf, actions, tabs = [], param = "id" }: ProfileScreenProps) {
  const params = useParams();
  const id = params[param] ?? "";
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: record, error, refetch } = useApi<RecordData>(`${thing}/${id}`);
  const routeTitle = useRouteTitle();
  const reload = () => void refetch();
  if (error && !record) {
    const title = error instanceof ApiError && error.status === 404 ? `${routeTitle} ${id} was not found` : `${routeTitle} did not load`;
    return <Panel><ErrorState error={error} title={title.trim()} onRetry={reload} /></Panel>;
  }
  if (!record) return <><PageHeader title={routeTitle} /><Panel><LoadingState rows={10} /></Panel></>;
  const base = params.tab ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname;
  const items = [
    { key: "details", label: "Details", children: <FieldSections key={record.id} thing={thing} record={record} /> },
    ...tabs.map((tab) => ({ key: tab.name, label: tab.title, children: tab.draw(record) })),
  ];
  return (
    <>
      <PageHeader title={titleOf(record)} badges={badgesOf?.(record)} avatar={avatarOf?.(record)} actions={actions?.(record, reload)} />
      <Tabs
        activeKey={items.some((item) => item.key === params.tab) ? params.tab : "details"}
        destroyOnHidden
        items={items}
        onChange={(key) => void navigate(key === "details" ? base : `${base}/${key}`)}
      />
    </>
  );
}
