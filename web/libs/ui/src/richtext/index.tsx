import { loadPiece } from "@staffroom/api";
import { Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { RichTextProps } from "./props";

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
export type { RichTextProps } from "./props";
export { RichTextView } from "./view";
export { allowedTags, plainText, sanitise } from "./sanitise";
