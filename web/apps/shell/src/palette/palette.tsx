import { useVisits } from "@staffroom/api";
import type { SearchHit } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { searchMinimum } from "@staffroom/list";
import { Icon, openBugReport, useDebounced, useOnLeave } from "@staffroom/ui";
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { useNavigate } from "react-router";
import { readyAreas, useCommands, useScreens } from "../areas/areas";
import { matches, nearlyMatches } from "./finding";
import { mergeHits, putRecentFirst, rankHits, type AreaHits } from "./hits";
import type { Screen } from "../menu/menu-model";
import { chooseLook } from "../settings/personal";

type Hit = SearchHit & { icon: string; run?: () => void; completes?: string };
const none: Hit[] = [];

const icons: Record<string, string> = {
  Screen: "layers",
  Student: "graduation",
  Tutor: "book",
  Staff: "briefcase",
  Client: "users",
  Candidate: "user-check",
  Invigilator: "id-card",
  Agent: "users-round",
  Course: "notebook",
  Invoice: "receipt",
  Ticket: "support",
  User: "user",
  Command: "user-cog",
};

async function hitsOf(search: Promise<SearchHit[]>, paths: readonly string[]): Promise<AreaHits> {
  return { paths, hits: await search };
}

/** The records that the areas find for a query. */
function useRecords(query: string): { records: Hit[]; busy: boolean } {
  const [answer, setAnswer] = useState<{ query: string; records: Hit[] }>({ query: "", records: [] });
  const text = query.trim();
  const settled = useDebounced(text);
  useEffect(() => {
    if (settled.length < searchMinimum) return;
    const control = new AbortController();
    const searches = readyAreas().flatMap(({ search, routes }) =>
      search
        ? [
            hitsOf(
              search(settled, control.signal),
              routes.map(({ path }) => path),
            ),
          ]
        : [],
    );
    // The failure of one area leaves the hits of the others.
    void Promise.allSettled(searches).then((answers) => {
      if (control.signal.aborted) return;
      const hits = mergeHits(answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
      setAnswer({ query: settled, records: hits.map((hit) => ({ ...hit, icon: icons[hit.kind] ?? "file" })) });
    });
    return () => control.abort();
  }, [settled]);
  if (text.length < searchMinimum) return { records: none, busy: false };
  return answer.query === text ? { records: answer.records, busy: false } : { records: none, busy: true };
}

/** Screens of the shell that are in no menu. */
const ownScreens: Screen[] = [
  { title: "Home", link: "/", icon: "dashboard" },
  { title: "Inbox", link: "/inbox", icon: "inbox" },
  { title: "My settings", link: "/settings", icon: "settings" },
  { title: "Sign-in and security", link: "/security", icon: "shield" },
  { title: "Change password", link: "/password/change", icon: "key" },
];

/** Commands that are available on every screen. */
const ownCommands: Hit[] = [
  ...(["light", "dark", "contrast"] as const).map((theme) => ({
    title: `${theme === "contrast" ? "High contrast" : theme === "dark" ? "Dark" : "Light"} theme`,
    icon: "sparkles",
    run: () => chooseLook({ theme }),
  })),
  { title: "Report a problem", icon: "bug", run: () => openBugReport() },
].map((one) => ({ ...one, kind: "Command", target: one.title }));

function useHits(query: string, shown: boolean): { hits: Hit[]; busy: boolean } {
  const items = useScreens();
  const commands = useCommands();
  const recent = useVisits();
  const { records, busy } = useRecords(query);
  const hits = useMemo<Hit[]>(() => {
    if (!shown) return [];
    const possible: Hit[] = [
      // Commands are asked for: without a query what was visited stands there.
      ...(query.trim()
        ? [
            ...commands.map(({ title, link, icon, completes }): Hit => ({
              title,
              kind: "Command",
              target: link,
              icon,
              completes,
            })),
            ...ownCommands,
          ]
        : []),
      ...[...ownScreens, ...items].map((item): Hit => ({
        title: item.title,
        detail: item.group && t(item.group),
        kind: "Screen",
        target: item.link,
        icon: item.icon,
      })),
    ];
    const fitting = (fits: typeof matches) =>
      possible.filter(({ title, detail }) => fits(`${title} ${detail ?? ""}`, query));
    const visits = recent
      .filter(({ title }) => matches(title, query))
      .map(({ title, target }): Hit => ({ title, kind: "Recent", target, icon: "history" }));
    let screens = fitting(matches);
    // A typo is guessed where the letters as they stand lead nowhere: a name may differ from a screen's by one of them.
    if (!screens.length && !visits.length && !records.length && !busy) screens = fitting(nearlyMatches);
    return putRecentFirst(visits, rankHits(query, screens.slice(0, query ? 10 : 50), records)).slice(0, 60);
  }, [shown, items, commands, query, records, busy, recent]);
  return { hits, busy };
}

export type PaletteHandle = { show: () => void; close: () => void };

/**
 * Ctrl+K. The input is always mounted, and the native dialog focuses it within the same key event: the next keys go
 * into it, however long rendering takes.
 */
export function Palette({ ref }: { ref: Ref<PaletteHandle> }) {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(false);
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const { hits, busy } = useHits(query, shown);
  const at = Math.min(index, Math.max(0, hits.length - 1));
  const close = () => dialog.current?.close();
  useOnLeave(close);
  useImperativeHandle(ref, () => ({
    show() {
      if (dialog.current?.open) return;
      dialog.current?.showModal();
      setShown(true);
    },
    close,
  }));

  const ask = (text: string) => {
    setQuery(text);
    setIndex(0);
  };
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    if (hit.completes) {
      ask(hit.completes);
      dialog.current?.querySelector("input")?.focus();
      return;
    }
    close();
    if (hit.run) hit.run();
    else void navigate(hit.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Esc closes only the palette.
    if (event.key === "Escape") event.stopPropagation();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = Math.max(0, Math.min(hits.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)));
      setIndex(next);
      document.getElementById(`hit-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(hits[at]);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press outside of it closes it, as Esc does
    <dialog
      ref={dialog}
      className="sr-palette"
      aria-label="Find anything"
      onMouseDown={(event) => event.target === dialog.current && close()}
      onKeyDown={onKeyDown}
      onClose={() => {
        setShown(false);
        ask("");
      }}
    >
      <div className="sr-palette-box">
        <Icon name="search" size={17} />
        <input
          role="combobox"
          aria-label="Find anything"
          aria-expanded={shown}
          aria-controls="palette-hits"
          aria-activedescendant={hits.length ? `hit-${at}` : undefined}
          placeholder="Find a person, phone, course, invoice, ticket number, screen or command"
          value={query}
          onChange={(event) => ask(event.target.value)}
        />
        <kbd className="sr-kbd">Esc</kbd>
      </div>
      {hits.some(({ match }) => match === "near") && (
        <p className="sr-palette-near" role="status">
          Nothing has this name. Names one letter away:
        </p>
      )}
      <div className="sr-palette-hits" id="palette-hits" role="listbox" aria-label="Found">
        {hits.map((hit, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are handled by the box
          <div
            key={`${hit.kind}${hit.target}`}
            id={`hit-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            onMouseMove={() => setIndex(place)}
            onClick={() => open(hit)}
          >
            <Icon name={hit.icon} size={16} />
            <span className={hit.isPast ? "sr-palette-title sr-muted" : "sr-palette-title"}>{hit.title}</span>
            {hit.detail && <span className="sr-palette-detail sr-muted">{hit.detail}</span>}
            {hit.status && (
              <span className={hit.isPast ? "sr-palette-status sr-palette-past" : "sr-palette-status"}>
                {hit.status}
              </span>
            )}
            <span className="sr-palette-kind">{t(hit.kind)}</span>
          </div>
        ))}
        {!hits.length && (
          <div className="sr-palette-none">
            {busy
              ? "Looking…"
              : query.trim().length < searchMinimum
                ? "Type three letters or more to find people and records"
                : "Nothing found"}
          </div>
        )}
      </div>
    </dialog>
  );
}
