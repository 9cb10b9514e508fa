import { RichTextView, Widget } from "@staffroom/ui";
import { useEffect, useEffectEvent, useRef } from "react";

type Props = { terms: { title: string; body: string; fileIds: readonly number[] }; onEnd?: () => void };

/** Distance from the bottom that counts as the end, in pixels. */
const nearly = 24;

/**
 * Terms as their PDF in the viewer, else as text in a scrolling box; `onEnd` is called once it was scrolled to the end.
 */
export function TermsText({ terms: { title, body, fileIds }, onEnd }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const look = () => {
    const { current } = box;
    if (current && current.scrollHeight - current.scrollTop - current.clientHeight < nearly) onEnd?.();
  };
  // A text that needs no scrolling counts as read; the pages of a PDF load later.
  const isText = !fileIds.length;
  const lookAtFirst = useEffectEvent(look);
  useEffect(() => {
    if (isText) lookAtFirst();
  }, [body, isText]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by the keyboard
    <div className="tea-terms" ref={box} role="region" aria-label={title} tabIndex={0} onScroll={look}>
      {!isText ? (
        fileIds.map((id) => <Widget key={id} name="pdf" props={{ fileId: id, name: `${title}.pdf` }} />)
      ) : (
        <RichTextView html={body} />
      )}
    </div>
  );
}
