import { unsentKey, useSession } from "@staffroom/api";
import { keep, Panel, readKept } from "@staffroom/ui";
import { Checkbox } from "antd";
import { useState } from "react";
import type { Seat } from "./register";

/** The people in the rooms now, to be counted outside. It works offline: the ticks stay on this device. */
export function Evacuation({ seats, day }: { seats: readonly Seat[]; day: string }) {
  const { user } = useSession();
  const key = unsentKey(user?.id ?? 0, `evacuation.${day}`);
  const [outside, setOutside] = useState<readonly number[]>(() => readKept<number[]>(key) ?? []);
  const here = seats.filter(({ status }) => status === "present" || status === "late");
  const toggle = (id: number) => {
    const now = outside.includes(id) ? outside.filter((one) => one !== id) : [...outside, id];
    setOutside(now);
    keep(key, now.length ? now : null);
  };
  const rooms = [...new Set(here.map(({ room }) => room))];
  const missing = here.filter(({ id }) => !outside.includes(id)).length;
  return (
    <>
      <p role="status">
        <b>{missing}</b> of {here.length} are not counted outside yet. Papers stay on the desks; candidates do not talk.
      </p>
      {rooms.map((room) => (
        <Panel key={room} title={room}>
          <ul className="exam-register sr-bare">
            {here
              .filter((seat) => seat.room === room)
              .map((seat) => (
                <li key={seat.id}>
                  <span className="sr-num">{seat.seat ?? "–"}</span>
                  <span>
                    <b>
                      {seat.number} {seat.candidate}
                    </b>
                  </span>
                  <Checkbox checked={outside.includes(seat.id)} onChange={() => toggle(seat.id)}>
                    Outside
                  </Checkbox>
                </li>
              ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}
