import { searchDebounceMs } from "@staffroom/api";
import { Icon } from "@staffroom/ui";
import { Input, type InputRef } from "antd";
import { useEffect, useRef, useState, type RefObject } from "react";
import { searchMinimum } from "../request/address";
import { useSearchKey } from "../keys";

type Props = {
  box: RefObject<InputRef | null>;
  value: string;
  onChange: (value: string) => void;
  title: string;
  /** Moves the focus to the rows below. */
  onDown: () => void;
};

/** The search box, with a debounce of 300 ms; Escape clears it, arrow down moves to the rows. */
export function SearchBox({ box, value, onChange, title, onDown }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useSearchKey(box);
  useEffect(() => {
    // Back or a link changed the search.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  const short = text.trim().length > 0 && text.trim().length < searchMinimum;
  return (
    <Input
      ref={box}
      className="sr-search"
      type="search"
      aria-label={`Search ${title}`}
      placeholder="Search"
      prefix={<Icon name="search" size={14} />}
      suffix={
        short ? (
          <span className="sr-muted">{searchMinimum} letters or more</span>
        ) : text ? null : (
          <span className="sr-kbd" aria-hidden>
            /
          </span>
        )
      }
      allowClear
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onDown();
        }
        if (event.key !== "Escape") return;
        if (text) setText("");
        else box.current?.blur();
      }}
    />
  );
}
