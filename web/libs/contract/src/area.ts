import type { ComponentType } from "react";

/** Groups of the left menu, in the order they are drawn. */
export const menuGroups = ["Work", "People", "Teaching", "Accounts", "Support", "Documents", "Statistics", "Admin"] as const;
export type MenuGroup = (typeof menuGroups)[number];

export type ScreenModule = { default: ComponentType };

export type AreaRoute = {
  /** Path under the hash, React Router form: `/students/:id/:tab?`. */
  path: string;
  title: string;
  /** Any of these roles opens the route; sysAdmin always does. Absent: every signed-in user. */
  roles?: readonly string[];
  /** Opens without signing in. */
  public?: boolean;
  load: () => Promise<ScreenModule>;
};

export type MenuEntry<Path extends string = string> = {
  /** A path of this area's routes; optional parts are left out in the link. */
  route: Path;
  /** Values of the path's parts, where the link needs them: `{ type: "oxford" }`. */
  params?: Readonly<Record<string, string>>;
  group: MenuGroup;
  /** The route's title when absent. */
  title?: string;
  icon?: string;
  order?: number;
  /** A drawer at the group's end that the entry stands in, shut until it is needed: `Setup`. */
  drawer?: string;
};

/** One hit of Ctrl+K. */
export type SearchHit = { title: string; detail?: string; kind: string; target: string };

/** Places where the shell or another area shows a widget; the name says what it takes. */
export type WidgetProps = {
  "home.reminders": object;
  "home.slips": object;
  "home.reports": object;
  "home.tickets": object;
  "home.calendar": object;
  comments: { entityType: string; entityTypeId: number; readOnly?: boolean };
  uploader: { kind?: string; entityType?: string; entityTypeId?: number; onUploaded?: (files: UploadedFile[]) => void };
  /** Files of a record: list, preview, upload. `kind` is the one kind of file there is here, where there is only one. */
  files: { entityType?: string; entityTypeId?: number; readOnly?: boolean; kind?: string; height?: number };
  /** Files over the whole screen, with previous and next among `files`. */
  viewer: { files: readonly number[]; current: number; onClose: () => void };
  avatar: { userId: number; size?: number };
  /** What a person was invoiced for, or is invoiced as; a new invoice of a student or candidate. */
  invoices: { kind: "student" | "candidate" | "client"; id: number; organisationId?: number };
  /** Where a tutor is paid to: for accounts, and for the tutor. */
  "bank-details": { tutorId: number; name?: string };
  /** The mails of a template to these records, one after the other, edited and sent. `onSent` comes before `onClose`. */
  "email-preview": { templateId: number; entityType: string; entityTypeIds: readonly number[]; onClose: () => void; onSent?: () => void };
  /** A button for the selection bar of the list at `path`: chooses a template, then opens its mails to those selected. */
  "email-selection": {
    entityType: string;
    path: string;
    choice: { ids: readonly (string | number)[] } | { query: Record<string, string>; except?: readonly (string | number)[] };
  };
  /** The form of a new support ticket, about an invoice or a slip where one is named. `onRaised` comes before `onClose`. */
  "new-ticket": { invoiceId?: number; slipId?: number; title?: string; onClose: () => void; onRaised?: (id: number) => void };
  /** A support ticket: details, messages, what can be done. */
  ticket: { id: number; onClose: () => void; onChanged?: () => void };
};
export type WidgetName = keyof WidgetProps;
export type UploadedFile = { id: number; name: string; size: number; type?: string };

export type Widgets = { [Name in WidgetName]?: () => Promise<{ default: ComponentType<WidgetProps[Name]> }> };

export type Area = {
  name: string;
  routes: readonly AreaRoute[];
  menu: readonly MenuEntry[];
  widgets: Widgets;
  /** Finds records by what a person typed; at least three characters. */
  search?: (query: string, signal: AbortSignal) => Promise<SearchHit[]>;
};

type AreaInput<Route extends AreaRoute> = {
  name: string;
  routes: readonly Route[];
  menu: readonly MenuEntry<Route["path"]>[];
  widgets?: Widgets;
  search?: Area["search"];
};

/** Declares what one remote gives to the shell. A menu entry that names no route of the area does not compile. */
export function defineArea<const Path extends string>(input: AreaInput<AreaRoute & { path: Path }>): Area {
  return { widgets: {}, ...input };
}

/** The link of a route path: parts without a value are left out (`/a/:type?` is `/a`). */
export function linkOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  const parts = path.split("/").map((part) => {
    if (!part.startsWith(":")) return part;
    const value = params[part.slice(1).replace(/\?$/, "")];
    return value === undefined ? "" : encodeURIComponent(value);
  });
  return `/${parts.filter(Boolean).join("/")}`;
}

/** Whether a user with these roles passes a route's requirement (platform.md 2, Route guard). */
export function mayOpen(roles: readonly string[] | undefined, userRoles: readonly string[]): boolean {
  return !roles?.length || userRoles.includes("sysAdmin") || roles.some((role) => userRoles.includes(role));
}
