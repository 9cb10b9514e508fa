import { api, hasRole, plainErrorText, useUser } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { pointsOf } from "./geometry";
import { PointsInput } from "./points-input";
import { stamps, type Stamp } from "./stamps";

type Comment = Answer<"files", "/mark/comments">[number];

const path = "/mark/comments";
const longest = 500;

/** Stamps, and the comments that the marker stores or shares; a click on the page places the chosen one. */
export function StampBank({ onChoose }: { onChoose: (stamp: Stamp) => void }) {
  const client = useQueryClient();
  const isStaff = hasRole(useUser(), "staff");
  const { data, error } = useQuery({ queryKey: [path], queryFn: () => api.get<Comment[]>(path), retry: false });
  const [text, setText] = useState("");
  const [shared, setShared] = useState(false);
  const [score, setScore] = useState<number | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error_) {
      toast.error(error_);
    }
    await client.invalidateQueries({ queryKey: [path] });
  };
  const keep = () =>
    run(async () => {
      await api.post(path, { text: text.trim(), shared });
      setText("");
    });
  return (
    <div className="fil-stamps">
      <div className="fil-stamp-row" role="group" aria-label="Stamps">
        {stamps.map((stamp) => (
          <button
            key={stamp.name}
            type="button"
            aria-label={stamp.name}
            title={stamp.name}
            onClick={() => onChoose({ ...stamp, score })}
          >
            <svg
              viewBox="-18 -18 36 36"
              width="26"
              height="26"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              aria-hidden
            >
              <g transform="scale(1 -1)">
                {stamp.strokes?.map((stroke) => (
                  <polyline key={stroke.join()} points={pointsOf(stroke)} />
                ))}
              </g>
            </svg>
          </button>
        ))}
        <PointsInput label="Points on the stamp" value={score} onChange={setScore} />
      </div>
      {error && <p className="sr-muted">{plainErrorText(error)}</p>}
      {data?.length === 0 && <p className="sr-muted">Save a comment that you often write.</p>}
      <ul aria-label="Comments">
        {data?.map((comment) => (
          <li key={comment.id}>
            <button
              type="button"
              className="fil-hit"
              onClick={() => onChoose({ name: comment.text, text: comment.text })}
            >
              {comment.text}{" "}
              {comment.shared && (
                <span className="sr-muted">shared{comment.mine ? "" : ` by ${comment.authorName}`}</span>
              )}
            </button>
            {comment.mine && (
              <Button
                size="small"
                type="link"
                danger
                aria-label={`Delete comment ${comment.text}`}
                onClick={() => void run(() => api.delete(`${path}/${comment.id}`))}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <Input
          size="small"
          aria-label="New comment"
          placeholder="New comment, for example: Show your working. +1"
          maxLength={longest}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isStaff && (
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
            Share with all markers
          </Checkbox>
        )}
        <Button size="small" htmlType="submit" disabled={!text.trim()}>
          Keep comment
        </Button>
      </form>
    </div>
  );
}
