import { api, getSession, plainErrorText, storageKey } from "@staffroom/api";
import { keep, readKept, useDialogs } from "@staffroom/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { History } from "./history";
import { type Drawn, type Kind, type Layers, type Mark, type Tool } from "./model";
import { outboxOf, resumeMarks, withSteps } from "./outbox";
import { pointsOfMark } from "./points";
import type { Stamp } from "./stamps";
import type { PenStyle } from "./style-picker";

const fallback: PenStyle = { colour: "#b3312c", width: 3 };
const firstStyles: Partial<Record<Kind, PenStyle>> = {
  highlight: { colour: "#f2c200", width: 1 },
  freetext: { colour: "#b3312c", width: 1 },
};
const stylesKey = () => storageKey("marks.styles");

const keptStyles = (): Partial<Record<Kind, PenStyle>> => ({ ...firstStyles, ...readKept<object>(stylesKey()) });

/** Refetches a marked page periodically, for other people's marks. */
const others = 30_000;

/** The marks on a file, each saved when it is drawn; the current tool, its style, and the undo history. */
export function useMarks(fileId: number) {
  const dialogs = useDialogs();
  const client = useQueryClient();
  const { user } = getSession();
  const me = useMemo(() => ({ id: user?.id ?? 0, name: user?.name ?? "" }), [user]);
  const outbox = outboxOf(me.id, fileId);
  const { saving, steps } = outbox.state.use();
  const path = `/file/${fileId}/marks`;
  const queryKey = useMemo(() => [path], [path]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Layers>(path, { signal }),
    retry: false,
    refetchInterval: others,
  });
  const [tool, setTool] = useState<Tool>(null);
  const [stamp, setStamp] = useState<Stamp | null>(null);
  const [styles, setStyles] = useState(keptStyles);
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const history = useMemo(() => new History(outbox), [outbox]);
  const past = history.state.use();

  const refused = useEffectEvent((error: unknown, id: number) => {
    history.forget(id);
    dialogs.say("error", "The mark is not saved", plainErrorText(error));
    void client.invalidateQueries({ queryKey });
  });
  const taken = useEffectEvent((id: number, mark: Mark | null) => {
    const before = client.getQueryData<Layers>(queryKey);
    // They are being loaded for the first time: load again, with this mark.
    if (!before) return void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
    // A mark that is loaded in the meantime must not appear twice.
    void client.cancelQueries({ queryKey });
    const isFirst = !before.layers.some(({ mine }) => mine);
    const layers = isFirst
      ? [
          ...before.layers,
          { id: 0, authorId: me.id, authorName: me.name, mine: true, released: false, score: null, marks: [] },
        ]
      : before.layers;
    const marks = (all: readonly Mark[]) => [
      ...all.filter((one) => one.id !== id && one.id !== mark?.id),
      ...(mark ? [mark] : []),
    ];
    client.setQueryData<Layers>(queryKey, {
      ...before,
      layers: layers.map((layer) => (layer.mine ? { ...layer, marks: marks(layer.marks) } : layer)),
    });
    // Other areas also read the points of marks, for example homework.
    const changed = before.layers.flatMap((layer) => layer.marks).find((one) => one.id === id);
    if ((changed ? pointsOfMark(changed) : null) !== (mark ? pointsOfMark(mark) : null))
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.of === "marks" });
    // The layer was created with its first mark.
    if (isFirst) void client.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    resumeMarks(me.id);
    return outbox.listen({ refused: (error, id) => refused(error, id), taken: (id, mark) => taken(id, mark) });
  }, [outbox, me]);

  const release = async (released: boolean) => {
    try {
      await api.post(`${path}/release`, { released });
    } catch (error) {
      dialogs.say(
        "error",
        released ? "The marks are not released" : "The marks are still released",
        plainErrorText(error),
      );
    }
    await client.invalidateQueries({ queryKey });
  };
  const layers = useMemo(() => withSteps(data?.layers ?? [], steps, me), [data, steps, me]);
  const kind: Kind = tool === null || tool === "eraser" || tool === "stamp" ? "ink" : tool;
  const setStyle = (style: PenStyle) =>
    setStyles((before) => {
      const after = { ...before, [kind]: style };
      keep(stylesKey(), after);
      return after;
    });
  return {
    fileId,
    /** Refetches the marks after the user's own were replaced. */
    replaced: () => {
      history.clear();
      return client.invalidateQueries({ queryKey });
    },
    isReady: data !== undefined,
    layers,
    releases: data?.releases ?? false,
    markedCopy: data?.markedCopy ?? null,
    hidden,
    saving,
    toggle: (layer: number) =>
      setHidden((before) => (before.includes(layer) ? before.filter((id) => id !== layer) : [...before, layer])),
    tool,
    setTool,
    stamp,
    takeStamp: (one: Stamp) => {
      setStamp(one);
      setTool("stamp");
    },
    kind,
    style: styles[kind] ?? fallback,
    setStyle,
    draw: (mark: Drawn) => history.draw(mark),
    erase: (mark: Mark) => history.erase(mark),
    change: (mark: Mark, after: Drawn) => history.change(mark, after),
    release,
    send: () => void outbox.send(),
    undo: () => history.undo(),
    redo: () => history.redo(),
    ...past,
  };
}

export type Marks = ReturnType<typeof useMarks>;
