import { searchDebounceMs, useSession } from "@staffroom/api";
import type { SearchHit } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Modal } from "antd";
import { useEffect, useEffectEvent, useMemo, useState, type KeyboardEvent, type RefObject } from "react";
import { useNavigate } from "react-router";
import { readyAreas, useAreas } from "./areas";
import { menuItems } from "./menu-model";

type Hit = SearchHit & { icon: string };

const icons: Record<string, string> = {
  Screen: "layers", Student: "graduation", Tutor: "book", Staff: "briefcase", Client: "users", Candidate: "user-check",
  Invigilator: "id-card", Agent: "users-round", Course: "notebook", Invoice: "receipt", Ticket: "support", User: "user",
};

/** Words of the query in any order, each at the start of a word. */
export function matches(title: string, query: string): boolean {
  const words = ` ${title.toLowerCase()}`;
  return query.toLowerCase().split(/\s+/).filter(Boolean).every((part) => words.includes(` ${part}`));
}

function useFound(query: string): { hits: Hit[]; busy: boolean } {
  const [found, setFound] = useState<{ query: string; hits: Hit[] }>({ query: "", hits: [] });
  const text = query.trim();
  useEffect(() => {
    if (text.length < 3) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const asked = readyAreas().flatMap((area) => (area.search ? [area.search(text, control.signal)] : []));
      // One area that does not answer leaves the hits of the others.
      void Promise.allSettled(asked).then((answers) => {
        if (control.signal.aborted) return;
        const hits = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
        setFound({ query: text, hits: hits.map((hit) => ({ ...hit, icon: icons[hit.kind] ?? "file" })) });
      });
    }, searchDebounceMs);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [text]);
  return text.length < 3 ? { hits: [], busy: false } : { hits: found.query === text ? found.hits : [], busy: found.query !== text };
}

function PaletteBody({ query, setQuery, onClose }: { query: string; setQuery: (query: string) => void; onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const states = useAreas();
  const [index, setIndex] = useState(0);
  const found = useFound(query);
  const hits = useMemo<Hit[]>(() => {
    const screens = menuItems(states.flatMap((state) => (state.status === "ready" ? [state.area] : [])), user?.roleIds ?? [])
      .filter((item) => matches(`${item.title} ${item.group}`, query))
      .map((item) => ({ title: item.title, detail: item.group, kind: "Screen", target: item.link, icon: item.icon }));
    return [...screens.slice(0, query ? 8 : 50), ...found.hits].slice(0, 60);
  }, [states, user, query, found.hits]);
  const at = Math.min(index, Math.max(0, hits.length - 1));

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    void navigate(hit.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
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
    <div className="sr-palette">
      <div className="sr-palette-box">
        <Icon name="search" size={17} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this box
          autoFocus
          role="combobox"
          aria-label="Find anything"
          aria-expanded
          aria-controls="palette-hits"
          aria-activedescendant={hits.length ? `hit-${at}` : undefined}
          placeholder="Find a person, course, invoice, ticket or screen"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className="sr-kbd">Esc</kbd>
      </div>
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
            <span className="sr-palette-title">{hit.title}</span>
            {hit.detail && <span className="sr-muted">{hit.detail}</span>}
            <span className="sr-palette-kind">{hit.kind}</span>
          </div>
        ))}
        {!hits.length && <div className="sr-palette-none">{found.busy ? "Looking…" : query.trim().length < 3 ? "Type three letters or more to find people and records" : "Nothing found"}</div>}
      </div>
    </div>
  );
}

/** Letters typed before the box has the focus are meant for it: from the very key that asked for it, however long drawing takes. */
function useEarlyLetters(awaited: RefObject<boolean>, add: (letter: string) => void): void {
  const told = useEffectEvent(add);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!awaited.current || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest?.(".sr-palette")) return;
      event.preventDefault();
      event.stopPropagation();
      told(event.key);
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [awaited]);
}

/** Ctrl+K. `awaited` says at once whether it was asked for; `open` only with the next drawing. */
export function Palette({ open, awaited, onClose }: { open: boolean; awaited: RefObject<boolean>; onClose: () => void }) {
  const [query, setQuery] = useState("");
  useEarlyLetters(awaited, (letter) => setQuery((now) => now + letter));
  useEffect(() => {
    if (!open) setQuery("");
  }, [open]);
  return (
    <Modal open={open} onCancel={onClose} footer={null} closable={false} width={620} destroyOnHidden className="sr-palette-modal" style={{ top: 90 }} title={null}>
      {open && <PaletteBody query={query} setQuery={setQuery} onClose={onClose} />}
    </Modal>
  );
}
