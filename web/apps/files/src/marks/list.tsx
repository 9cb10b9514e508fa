import { api, download, plainErrorText } from "@staffroom/api";
import { Icon, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import type { FileDetails } from "../viewer/load";
import { drawnOf, hasWords, nameOf, type Drawn, type Layer, type Mark } from "./model";
import { pointsGiven, pointsOfMark, statedPoints, unseenPoints } from "./points";
import { PointsInput } from "./points-input";
import type { Marks } from "./use-marks";
import { ExportXfdf, ImportXfdf } from "./xfdf";

/** A text, a note or an answer that is being written; `mark` if an existing one is changed. */
export type Draft = { drawn: Drawn; mark?: Mark };

type Props = { marks: Marks; chosen?: number | null; onFind: (page: number) => void; onWrite: (draft: Draft) => void };

/** The marks by author: each can be found, answered, changed and deleted without a pointer. */
export function MarkList({ marks, chosen, onFind, onWrite }: Props) {
  const drawn = marks.layers.filter((layer) => layer.marks.length);
  if (!drawn.length)
    return (
      <>
        <p className="sr-muted">No marks yet. Choose a tool and draw on the page.</p>
        <ImportXfdf marks={marks} />
      </>
    );
  return (
    <>
      {marks.markedCopy !== null && <MarkedCopy id={marks.markedCopy} />}
      {drawn.map((layer) => {
        const isHidden = marks.hidden.includes(layer.id);
        const given = pointsGiven(layer.marks);
        return (
          <section key={layer.id} aria-label={layer.mine ? "My marks" : `Marks of ${layer.authorName}`}>
            <h2>
              {layer.mine ? "My marks" : layer.authorName}{" "}
              {layer.released && <span className="sr-muted">released</span>}{" "}
              {given !== null && (
                <span>
                  {given} {given === 1 ? "point" : "points"}
                </span>
              )}
              <Button
                size="small"
                type="link"
                aria-label={`${isHidden ? "Show" : "Hide"} ${layer.mine ? "my marks" : `marks of ${layer.authorName}`}`}
                onClick={() => marks.toggle(layer.id)}
              >
                {isHidden ? "Show" : "Hide"}
              </Button>
              <ExportXfdf layer={layer} marks={marks} />
            </h2>
            {!isHidden && (
              <ul>
                {inThreads(layer, marks.layers).map((mark) => (
                  <Entry
                    key={mark.id}
                    mark={mark}
                    layer={layer}
                    marks={marks}
                    isChosen={chosen === mark.id}
                    onFind={onFind}
                    onWrite={onWrite}
                  />
                ))}
              </ul>
            )}
          </section>
        );
      })}
      <ImportXfdf marks={marks} />
    </>
  );
}

/** Downloads the PDF with all released marks and the text of the notes. */
function MarkedCopy({ id }: { id: number }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const refuse = (error: unknown) => dialogs.say("error", "The marked copy did not load", plainErrorText(error));
  const save = () =>
    attempt(
      async () => {
        const file = await api.get<FileDetails>(`/file/${id}/details`);
        await download(`/file/${id}/download`, `${file.name}.${file.extension}`);
      },
      "",
      refuse,
    );
  return (
    <Button
      size="small"
      type="link"
      icon={<Icon name="download" size={15} />}
      loading={busy !== null}
      onClick={() => void save()}
    >
      Marked copy
    </Button>
  );
}

/** Marks by page, without answers, which are below the mark they answer. */
function inThreads(layer: Layer, layers: readonly Layer[]): Mark[] {
  const answered = new Set(layers.flatMap(({ marks }) => marks.map(({ id }) => id)));
  return layer.marks
    .filter(({ repliesTo }) => !repliesTo || !answered.has(repliesTo))
    .toSorted((a, b) => a.page - b.page);
}

type EntryProps = Omit<Props, "chosen"> & { mark: Mark; layer: Layer; isChosen?: boolean };

function Entry({ mark, layer, marks, isChosen, onFind, onWrite }: EntryProps) {
  const answer = () =>
    onWrite({
      drawn: {
        page: mark.page,
        kind: "note",
        points: [(mark.points[0] ?? [0, 0]).slice(0, 2)],
        ...marks.style,
        contents: "",
        repliesTo: mark.id,
      },
    });
  const answers = marks.layers.flatMap((one) =>
    one.marks.filter(({ repliesTo }) => repliesTo === mark.id).map((reply) => ({ reply, by: one })),
  );
  const name = `${mark.repliesTo ? "Answer" : nameOf(mark.kind)} on page ${mark.page + 1}`;
  return (
    <li data-reply={mark.repliesTo ? true : undefined} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className="fil-hit"
        aria-current={isChosen || undefined}
        onClick={() => onFind(mark.page + 1)}
      >
        <b>{mark.repliesTo ? `Answer of ${layer.authorName}` : `${nameOf(mark.kind)}, page ${mark.page + 1}`}</b>{" "}
        <span>
          {mark.contents} {unseenPoints(mark)}
        </span>
      </button>
      {!mark.repliesTo && (
        <Button size="small" type="link" aria-label={`Answer ${name}`} onClick={answer}>
          Answer
        </Button>
      )}
      {layer.mine && (hasWords(mark.kind) || marks.releases) && (
        <Button
          size="small"
          type="link"
          aria-label={`Edit ${name}`}
          onClick={() => onWrite({ drawn: drawnOf(mark), mark })}
        >
          Edit
        </Button>
      )}
      {layer.mine && (
        <Button size="small" type="link" danger aria-label={`Delete ${name}`} onClick={() => marks.erase(mark)}>
          Delete
        </Button>
      )}
      {answers.length > 0 && (
        <ul>
          {answers.map(({ reply, by }) => (
            <Entry key={reply.id} mark={reply} layer={by} marks={marks} onFind={onFind} onWrite={onWrite} />
          ))}
        </ul>
      )}
    </li>
  );
}

const longest = 4000;

type MarkWordsProps = {
  draft: Draft;
  marks: Marks;
  onClose: () => void;
};

/** The editor of a text, a note or an answer. */
export function MarkWords({ draft: { drawn, mark }, marks, onClose }: MarkWordsProps) {
  const [contents, setContents] = useState(drawn.contents);
  /** The points next to the text; null if the text contains them. */
  const [own, setOwn] = useState(drawn.score ?? null);
  const score = own ?? statedPoints(contents);
  const label = drawn.repliesTo ? "Answer" : nameOf(drawn.kind);
  const save = () => {
    const written = { ...drawn, contents: contents.trim(), score: own };
    const isWhole = written.contents || !hasWords(drawn.kind);
    if (mark && isWhole && (written.contents !== mark.contents || score !== pointsOfMark(mark)))
      marks.change(mark, written);
    else if (!mark && isWhole) marks.draw(written);
    onClose();
  };
  return (
    <form
      className="fil-bar fil-words"
      aria-label="Words of the mark"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={longest}
        aria-label={label}
        placeholder={`${label} on page ${drawn.page + 1}`}
        value={contents}
        onChange={(event) => {
          setContents(event.target.value);
          if (statedPoints(event.target.value) !== null) setOwn(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      />
      {marks.releases && <PointsInput label="Points" value={score} onChange={setOwn} />}
      <Button size="small" type="primary" htmlType="submit" disabled={hasWords(drawn.kind) && !contents.trim()}>
        {mark ? "Save" : "Add"}
      </Button>
      <Button size="small" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
