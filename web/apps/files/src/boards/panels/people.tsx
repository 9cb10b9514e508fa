import { api, hasRole, useUser } from "@staffroom/api";
import { useOptions } from "@staffroom/form";
import { attempt, IconButton, toast } from "@staffroom/ui";
import { Button, Select, Switch } from "antd";
import { useState } from "react";
import type { Cursor, Standing } from "../channel";
import { colourOf } from "../canvas/overlay";

type Props = {
  boardId: number;
  owner: { id: number; name: string };
  standing: Standing;
  cursors: readonly Cursor[];
  following: number | null;
  onFollow: (user: number | null) => void;
};

/** The people of a board: who is present, who draws, whom the user follows; its hosts lock and invite. */
export function People({ boardId, owner, standing, cursors, following, onFollow }: Props) {
  const user = useUser();
  const present = new Map(cursors.map((cursor) => [cursor.user, cursor]));
  const people = [
    { ...owner, level: "draw", locked: false, invited: true, isOwner: true },
    ...standing.members.map((one) => ({ ...one, isOwner: false })),
  ];
  for (const { user, name } of present.values()) {
    if (!people.some(({ id }) => id === user))
      people.push({ id: user, name, level: "view", locked: false, invited: false, isOwner: false });
  }
  const lock = (locked: boolean, userId?: number) =>
    attempt(() => api.post(`/board/${boardId}/lock`, { locked, userId }));
  return (
    <aside className="brd-panel" aria-label="People on the board">
      <div className="brd-panel-head">
        <h2>People</h2>
      </div>
      {standing.runs && (
        <label className="brd-lock-all">
          <Switch
            size="small"
            checked={standing.locked}
            onChange={(checked) => void lock(checked)}
            aria-label="Lock the board"
          />{" "}
          Lock the board
        </label>
      )}
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <i
              className="brd-there"
              data-there={present.has(person.id) || undefined}
              style={{ background: present.has(person.id) ? colourOf(person.id) : undefined }}
            />
            <span className="brd-person">
              <b>{person.name}</b>
              <span className="sr-muted">
                {person.isOwner ? "owner" : person.locked ? "locked" : person.level === "draw" ? "draws" : "views"}
                {present.has(person.id) ? ", here" : ""}
              </span>
            </span>
            {present.has(person.id) && (
              <Button
                size="small"
                type={following === person.id ? "primary" : "default"}
                aria-label={following === person.id ? `Stop following ${person.name}` : `Follow ${person.name}`}
                onClick={() => onFollow(following === person.id ? null : person.id)}
              >
                {following === person.id ? "Following" : "Follow"}
              </Button>
            )}
            {standing.runs && !person.isOwner && (
              <>
                {person.level === "draw" && (
                  <Switch
                    size="small"
                    checked={!person.locked}
                    onChange={(checked) => void lock(!checked, person.id)}
                    aria-label={`${person.name} may draw`}
                  />
                )}
                {person.invited && (
                  <IconButton
                    icon="close"
                    size={13}
                    label={`Take ${person.name} off the board`}
                    onClick={() => attempt(() => api.delete(`/board/${boardId}/members/${person.id}`))}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {standing.runs && hasRole(user, "staff") && <Invite boardId={boardId} known={people.map(({ id }) => id)} />}
    </aside>
  );
}

function Invite({ boardId, known }: { boardId: number; known: readonly number[] }) {
  const { options } = useOptions({ optionsFrom: "/users" });
  const [user, setUser] = useState<number | null>(null);
  const invite = (level: "draw" | "view") =>
    attempt(async () => {
      await api.post(`/board/${boardId}/members`, { users: [{ id: user, level }] });
      setUser(null);
      toast.success("Invited to the board");
    });
  if (options.length === 0) return null;
  return (
    <div className="brd-invite">
      <Select
        aria-label="Person to invite"
        placeholder="Invite a person"
        showSearch={{ optionFilterProp: "label" }}
        value={user}
        options={options.filter(({ value }) => !known.includes(Number(value)))}
        onChange={(value) => setUser(Number(value))}
      />
      <Button size="small" disabled={!user} onClick={() => void invite("draw")}>
        To draw
      </Button>
      <Button size="small" disabled={!user} onClick={() => void invite("view")}>
        To view
      </Button>
    </div>
  );
}
