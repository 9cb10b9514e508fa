import { ApiError, invalidate, useRecord, useSession } from "@staffroom/api";
import {
  mayOpen,
  type Badge,
  type EntitledTab,
  type ListScreenProps,
  type ProfileRoute,
  type RecordData,
} from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { t } from "@staffroom/language";
import { AnyListScreen } from "@staffroom/list";
import {
  Avatar,
  ErrorState,
  PageHeader,
  Panel,
  RecordSkeleton,
  StarButton,
  StatePanel,
  Tabs,
  useGone,
  useNeighbours,
  useRouteTitle,
  Widget,
} from "@staffroom/ui";
import type { ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { choiceOf, headingOf, useChoices, type Choices } from "../choices";
import { NeighbourButtons } from "./neighbour-buttons";
import { PartsPiece } from "./parts-tab";
import { LoadedPiece } from "../piece";
import { Summary } from "./summary";
import { Timeline } from "./timeline";
import { useEscape } from "./use-escape";

const inTab = { inAddress: true };

type RowsProps = {
  list: string;
  by: string;
  edited?: boolean;
  addNote?: ListScreenProps["addNote"];
  id: number;
  thing: string;
};

/** Rows of a list that belong to the record; a figure of the summary may narrow them. */
function RowsOf({ list, by, edited, addNote, id, thing }: RowsProps) {
  return (
    <AnyListScreen
      path={list}
      fixed={{ [by]: String(id) }}
      embedded={inTab}
      readOnly={!edited}
      addNote={addNote}
      onChanged={() => void invalidate(thing)}
    />
  );
}

function drawTab(tab: EntitledTab, record: RecordData, thing: string, reload: () => void): ReactNode {
  if ("list" in tab)
    return (
      <RowsOf list={tab.list} by={tab.by} edited={tab.edited} addNote={tab.addNote} id={record.id} thing={thing} />
    );
  if ("parts" in tab) return <PartsPiece tab={tab} record={record} reload={reload} />;
  if ("load" in tab) return <LoadedPiece load={tab.load} props={{ record, thing, reload }} />;
  const missing = (
    <Panel>
      <StatePanel
        icon="offline"
        title={`${tab.title} cannot be shown now`}
        text="The area they belong to does not answer. Please try again in a moment."
      />
    </Panel>
  );
  // The type of the tab guarantees that the two belong together.
  return <Widget name={tab.widget} props={tab.props(record) as never} fallback={missing} />;
}

function badgesOf({ badges = [] }: Pick<ProfileRoute, "badges">, record: RecordData, choices: Choices | null): Badge[] {
  return badges.flatMap((badge) => {
    if (typeof badge === "function") return badge(record) ?? [];
    const choice = choiceOf(choices, badge, record[badge]);
    return choice ? { status: choice.label, type: choice.color } : [];
  });
}

function Picture({ record, name }: { record: RecordData; name: string }) {
  const initials = <Avatar name={name} size={34} />;
  return typeof record.userId === "number" ? (
    <Widget name="avatar" props={{ userId: record.userId, size: 34 }} fallback={initials} />
  ) : (
    initials
  );
}

type Part = { key: string; label: string; group: string | undefined; children: ReactNode };
type Group = { key: string; label: string; parts: Part[] };

/** The tabs of a page: those of one group together, groups in order of their first tab. */
export function groupsOf(parts: readonly Part[]): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const group = part.group === undefined ? undefined : groups.find(({ key }) => key === part.group);
    if (group) group.parts.push(part);
    else groups.push({ key: part.group ?? part.key, label: part.group ? t(part.group) : part.label, parts: [part] });
  }
  // A group of one is named after its tab; the details stay the overview.
  return groups.map((group) =>
    group.parts.length === 1 && group.key !== overview
      ? { ...group, label: group.parts[0]?.label ?? group.label }
      : group,
  );
}

const overview = "Overview" as const;

/** A record's page: heading, fields in sections, further tabs; the address has the open tab. */
export function ProfileRouteScreen({ profile }: { profile: ProfileRoute<EntitledTab, string> }) {
  const { thing, heading = "{name}", avatar, actions, sections, drawn = {}, tabs = [] } = profile;
  const { id = "", tab: chosen } = useParams();
  const { user } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: record, error, refetch } = useRecord<RecordData>(`${thing}/${id}`);
  const choices = useChoices(`${thing}/fields`);
  const routeTitle = useRouteTitle();
  const base = chosen ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname;
  const neighbours = useNeighbours(base);
  useEscape(neighbours?.from);
  useGone({ data: record, error }, record ? headingOf(heading, record) || `${routeTitle} ${id}` : routeTitle, () => {
    void invalidate(thing);
    void navigate(neighbours?.from ?? base.slice(0, base.lastIndexOf("/")), { replace: true });
  });
  if (error && !record) {
    const title =
      error instanceof ApiError && error.status === 404
        ? `${routeTitle} ${id} was not found`
        : `${routeTitle} did not load`;
    return (
      <Panel>
        <ErrorState error={error} title={title.trim()} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  if (!record) return <RecordSkeleton title={routeTitle} avatar={avatar} tabs={tabs.length + 1} />;
  const title = headingOf(heading, record) || String(record.id);
  const reload = () => void invalidate(thing);
  const pieces = Object.fromEntries(
    Object.entries(drawn).map(([name, load]) => [
      name,
      () => <LoadedPiece load={load} props={{ record, thing, reload }} />,
    ]),
  );
  const details = (
    <div className="sr-profile">
      <FieldSections
        key={record.id}
        thing={thing}
        record={record}
        only={sections}
        folds
        drawn={pieces}
        asked={new URLSearchParams(search).get("field") ?? undefined}
      />
      <Timeline key={`timeline ${record.id}`} thing={thing} record={record} title={title} base={base} />
    </div>
  );
  const groups = groupsOf([
    { key: "details", label: "Details", group: overview, children: details },
    ...tabs
      .filter((tab) => mayOpen(tab.roles, user?.roleIds ?? []))
      .map((tab) => ({
        key: tab.name,
        label: tab.title,
        group: tab.group,
        children: drawTab(tab, record, thing, reload),
      })),
  ]);
  const open = (key: string) => void navigate(key === "details" ? base : `${base}/${key}`);
  const shown = groups.find(({ parts }) => parts.some(({ key }) => key === chosen)) ?? groups[0];
  const part = shown?.parts.find(({ key }) => key === chosen) ?? shown?.parts[0];
  return (
    <>
      <PageHeader
        title={title}
        mark={<StarButton target={base} title={title} kind="record" />}
        badges={badgesOf(profile, record, choices)}
        avatar={avatar && <Picture record={record} name={title} />}
        actions={
          <>
            {actions?.(record, reload)}
            <NeighbourButtons neighbours={neighbours} />
          </>
        }
      />
      <Summary profile={profile} record={record} base={base} />
      <Tabs
        activeKey={shown?.key}
        destroyOnHidden
        items={groups.map(({ key, label, parts }) => ({
          key,
          label,
          children:
            parts.length === 1 ? (
              parts[0]?.children
            ) : (
              <Tabs
                className="sr-parts"
                size="small"
                activeKey={part?.key}
                destroyOnHidden
                items={parts}
                onChange={open}
              />
            ),
        }))}
        onChange={(key) => open(groups.find((group) => group.key === key)?.parts[0]?.key ?? "details")}
      />
    </>
  );
}
