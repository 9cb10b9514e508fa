import { api, useApi, useListMeta } from "@staffroom/api";
import { locale } from "@staffroom/language";
import { Answered, attempt, StatePanel, useAddress } from "@staffroom/ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { BoardScreen } from "./board-screen";
import type { Board } from "./channel";
import { BoardDocument } from "./model";

const numberIn = (address: URLSearchParams, name: string): number | null =>
  /^\d{1,15}$/.test(address.get(name) ?? "") ? Number(address.get(name)) : null;

/**
 * `/whiteboard/{mode}`: `own` and `lesson` draw, `view` shows. Without a board the first stroke creates one; a lesson
 * opens that of its event or course.
 */
export default function Screen() {
  const { mode = "own" } = useParams();
  const [address, change] = useAddress();
  const [made, setMade] = useState<number | null>(null);
  const id = numberIn(address, "board");
  const [course, event] = [numberIn(address, "course"), numberIn(address, "event")];
  const open = (board: number, isMade: boolean): void => {
    if (isMade) setMade(board);
    change({ board }, { replace: true });
  };
  if (!["own", "lesson", "view"].includes(mode))
    return (
      <StatePanel
        icon="presentation"
        title="There is no such whiteboard"
        text="Open one from the saved whiteboards."
        actions={<Link to="/whiteboards/saved">Saved whiteboards</Link>}
      />
    );
  if (!id && mode === "lesson" && (course || event))
    return <OfLesson course={course} event={event} onOpen={(board) => open(board, false)} />;
  if (!id || id === made)
    return (
      <NewBoard key="new" mode={mode} course={course} event={event} made={made} onMade={(board) => open(board, true)} />
    );
  return <SavedBoard key={id} id={id} mode={mode} />;
}

type OfLessonProps = {
  course: number | null;
  event: number | null;
  onOpen: (board: number) => void;
};

/** Opens the latest board of an event, or else of a course; a blank one if there is none. */
function OfLesson({ course, event, onOpen }: OfLessonProps) {
  const boards = useApi<{ id: number }[]>("/boards", {
    page: 1,
    pageSize: 10,
    ...(event ? { eventId: event } : { courseId: course }),
  });
  const first = boards.data?.[0]?.id;
  const go = useEffectEvent(onOpen);
  useEffect(() => {
    if (first) go(first);
  }, [first]);
  return (
    <Answered query={boards} panel rows={8}>
      {(rows) =>
        rows.length > 0 ? null : <NewBoard mode="lesson" course={course} event={event} made={null} onMade={onOpen} />
      }
    </Answered>
  );
}

function SavedBoard({ id, mode }: { id: number; mode: string }) {
  const query = useApi<Board>(`/board/${id}`, undefined, { staleTime: Infinity });
  const [document] = useState(() => new BoardDocument());
  useEffect(() => () => document.destroy(), [document]);
  return (
    <Answered query={query} panel rows={10}>
      {(board) => <BoardScreen board={board} document={document} mode={mode} />}
    </Answered>
  );
}

type NewProps = {
  mode: string;
  course: number | null;
  event: number | null;
  made: number | null;
  onMade: (board: number) => void;
};

/** A board that is created once something is drawn on it. */
function NewBoard({ mode, course, event, onMade }: NewProps) {
  const meta = useListMeta("/boards");
  const [document] = useState(() => new BoardDocument());
  const [board, setBoard] = useState<Board | null>(null);
  const isAsked = useRef(false);
  const make = useEffectEvent(async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    const day = new Date().toLocaleDateString(locale, { day: "2-digit", month: "2-digit", year: "2-digit" });
    const done = await attempt(async () => {
      const { id } = await api.post<{ id: number }>("/board", {
        name: `Whiteboard ${day}`,
        background: "plain",
        courseId: course ?? undefined,
        eventId: event ?? undefined,
      });
      setBoard(await api.get<Board>(`/board/${id}`));
      onMade(id);
    });
    if (!done) isAsked.current = false;
  });
  useEffect(() => document.onMine(() => void make()), [document]);
  useEffect(() => () => document.destroy(), [document]);
  if (meta.data && !meta.data.add)
    return (
      <StatePanel
        icon="presentation"
        title="Staff and tutors make whiteboards"
        text="Open one that you were invited to."
        actions={<Link to="/whiteboards/saved">Saved whiteboards</Link>}
      />
    );
  return <BoardScreen board={board} document={document} mode={mode} />;
}
