import { loadPiece } from "@staffroom/api";
import { Skeleton } from "antd";
import { lazy, Suspense } from "react";

export type RichTextProps = {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Accessible name of the editor. */
  label: string;
  disabled?: boolean;
  autoFocus?: boolean;
  id?: string;
};

const Editor = lazy(() => loadPiece(() => import("./editor")));

/** Rich text editor, loaded when it is first shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton.Node active style={{ width: "100%", height: 140 }} />}>
      <Editor {...props} />
    </Suspense>
  );
}

export { MentionContext, type Mentionable } from "./mention-context";
export { SnippetContext, type Snippet, type Snippets } from "./snippet-context";
export { RichTextView } from "./view";
export { allowedTags, plainText, sanitise } from "./sanitise";
