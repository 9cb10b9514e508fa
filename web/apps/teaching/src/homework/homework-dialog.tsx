import { api, prefetch, useRecord, useUser } from "@staffroom/api";
import type { Move, Page } from "@staffroom/contract";
import { mayAskForKeys } from "@staffroom/list";
import { ChoiceTag, OpenNeighbours } from "@staffroom/screen";
import {
  Answered,
  formatDateTime,
  Icon,
  RichTextView,
  toast,
  useDialogs,
  useGone,
  useNeighbours,
  usePage,
  Workspace,
} from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Part } from "../parts/part";
import { FullScreen } from "../parts/full-screen";
import AboutButton from "../journal/about-button";
import { homeworkChanged } from "./changed";
import { HomeworkFiles, InlinePdfs } from "./files";
import { HandIn } from "./hand-in";
import { GivenMarks, Marks, UnsentMarks } from "./marks";
import { PostponeDialog } from "./postpone";
import { SetForAll } from "./set-all";
import "./style.css";
import { Task } from "./task";
import { isTarget, pathOfGiven, type GivenHomework } from "./types";

type Props = {
  /** The hwsId. */
  id: number;
  /** The slip with which it is marked. */
  slipId?: number;
  onClose: () => void;
};

/**
 * The homework of one student over the whole screen: read, submitted by the student, marked and released by tutors
 * (teaching.md 2).
 */
export function HomeworkDialog({ id, slipId, onClose }: Props) {
  const query = useRecord<GivenHomework>(pathOfGiven(id));
  useGone(query, "The homework", onClose);
  const dialogs = useDialogs();
  const dirty = useRef(false);
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  useNextByKeys();
  const close = async () => {
    const text = "Your text has not been submitted yet. It is saved on this device until you submit it.";
    if (!dirty.current || (await dialogs.ask({ title: "Close without saving?", text, yes: "Close homework" })))
      onClose();
  };
  return (
    <FullScreen label="Homework" onClose={onClose} onEscape={() => void close()} isEmpty={!query.data}>
      <Answered query={query} rows={6}>
        {(homework) => (
          <Body
            key={homework.id}
            homework={homework}
            slipId={slipId}
            onDirty={setDirty}
            onClose={() => void close()}
            reload={() => {
              void query.refetch();
              homeworkChanged();
            }}
          />
        )}
      </Answered>
    </FullScreen>
  );
}

/** J and K open the list's next and previous homework; the next is loaded in advance. */
function useNextByKeys(): void {
  const { pathname, search } = useLocation();
  const neighbours = useNeighbours(`${pathname}${search}`);
  const navigate = useNavigate();
  const next = neighbours?.next;
  useEffect(() => {
    const id = new URLSearchParams(next?.split("?")[1]).get("homework");
    if (id) prefetch(pathOfGiven(Number(id)));
  }, [next]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const address = { j: neighbours?.next, k: neighbours?.previous }[event.key];
    if (address && mayAskForKeys(event.target) && !event.ctrlKey && !event.metaKey)
      void navigate(address, { replace: true });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

type BodyProps = {
  homework: GivenHomework;
  slipId?: number;
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
  reload: () => void;
};

/** Opens the list's next homework that waits for marks; closes after the last. */
function useNextToMark(id: number, onClose: () => void): (said: string) => Promise<void> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return async (said) => {
    const { data, total } = await api.page<Page>("/homework", {
      query: { status: "submitted", sort: "dueDate", page: 1, pageSize: 10 },
    });
    const next = data.find((row) => Number(row.id) !== id);
    const left = next ? total - (data.some((row) => Number(row.id) === id) ? 1 : 0) : 0;
    toast.success(
      next ? `${said} Next: ${String(next.student)}, ${left} left to mark` : `${said} Nothing is left to mark`,
    );
    const parameters = new URLSearchParams(search);
    if (!next || !parameters.has("homework")) return onClose();
    parameters.set("homework", String(next.id));
    void navigate(`${pathname}?${parameters.toString()}`, { replace: true });
  };
}

/** Returns the moves of this dialog: without those that need a slip's form, and without setting the work again. */
const movesOf = ({ moves, status, student }: GivenHomework): Move[] =>
  moves
    .filter((move) => !isPostponing(move))
    .map((move) => ({
      ...move,
      needs: move.needs.filter(({ name }) => name !== "slipMarkedId"),
      ...(move.name === "set"
        ? status === "saved"
          ? { title: `Set for ${student.name}`, style: "default" }
          : { title: "Set again", style: "default" }
        : {}),
    }));
const isPostponing = ({ name }: Move) => name.startsWith("postpone");

function Body({ homework, slipId, onDirty, onClose, reload }: BodyProps) {
  const [isPostponed, setPostponed] = useState(false);
  const { may, moves, status, student, course } = homework;
  const onNext = useNextToMark(homework.id, onClose);
  const mayMark = may.edit.includes("mark") && !isTarget(homework.type);
  const mayHandIn = may.handIn;
  const isMine = useUser().studentId === student.id;
  const isWriter = may.write;
  const hasMarks = homework.mark !== null && status === "marked" && !isTarget(homework.type);
  usePage(homework.title);
  return (
    <div className="tea-form">
      <div className="tea-head">
        <h1>{isMine ? homework.title : `${homework.title}, ${student.name}`}</h1>
        <ChoiceTag of="/homework/columns" name="status" value={status} />
        <span className="sr-spacer" />
        <OpenNeighbours />
        <Button type="text" aria-label="Close" icon={<Icon name="close" size={16} />} onClick={onClose} />
      </div>
      <Workspace
        fills
        className="tea-homework"
        main={
          <>
            <Task homework={homework} isWriter={isWriter} />
            {mayHandIn ? (
              <Part title="Your work">
                <HandIn homework={homework} onDirty={onDirty} onDone={reload} />
              </Part>
            ) : (
              <Work homework={homework} />
            )}
            {mayMark && <InlinePdfs ids={homework.studentFiles} />}
          </>
        }
        side={
          (isWriter || hasMarks || status === "marked") && (
            <Part title="Marks">
              {mayMark && (
                <Marks homework={homework} slipId={slipId} onDirty={onDirty} onDone={reload} onNext={onNext} />
              )}
              {hasMarks && <GivenMarks homework={homework} isWriter={isWriter} />}
              {isWriter && !mayMark && <UnsentMarks hwsId={homework.id} />}
              {!mayMark && !hasMarks && <p className="sr-muted">{noMarks(homework, isWriter)}</p>}
            </Part>
          )
        }
        foot={
          <>
            {isWriter && status === "saved" && <SetForAll homework={homework} onDone={reload} />}
            <Moves moves={movesOf(homework)} onDone={reload} />
            {isWriter && (
              <AboutButton kind="homework" id={homework.homework.id} title={`${homework.title}, ${course.title}`} />
            )}
            {moves.some(isPostponing) && <Button onClick={() => setPostponed(true)}>Postpone</Button>}
            <span className="sr-spacer" />
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
      {isPostponed && (
        <PostponeDialog
          hws={{ id: homework.id, cwsId: course.cwsId, title: homework.title }}
          onClose={() => setPostponed(false)}
          onDone={() => {
            setPostponed(false);
            reload();
          }}
        />
      )}
    </div>
  );
}

function noMarks({ type, status }: GivenHomework, isWriter: boolean): string {
  if (isTarget(type)) return "A target is done or not. It has no marks.";
  if (!isWriter) return "The tutor has not released the marks yet.";
  return status === "writeOff"
    ? "This homework was written off."
    : "Marks are entered once the student has submitted the work.";
}

/** The student's comment and files, read-only. */
function Work({ homework: { submitted, studentComment, studentFiles, student } }: { homework: GivenHomework }) {
  const isMine = useUser().studentId === student.id;
  if (!submitted) return null;
  return (
    <Part title={isMine ? "Your work" : `Work of ${student.name}`}>
      <p className="sr-muted">Submitted {formatDateTime(submitted)}</p>
      {studentComment && (
        <div className="tea-comment">
          <RichTextView html={studentComment} />
        </div>
      )}
      <HomeworkFiles ids={studentFiles} empty={studentComment ? "No files" : "Neither a comment nor files"} />
    </Part>
  );
}
