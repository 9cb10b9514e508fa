import type { WidgetProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useFixed } from "../parts/use-fixed";
import { Compose } from "./compose";
import { list } from "./types";

const inAddress = { inAddress: true };

/** The entries about a course or student, or by a tutor, that the reader may see; a row opens in the journal. */
export default function JournalOf({ courseId, studentId, tutorId, title = "" }: WidgetProps["journal"]) {
  const [isWriting, setWriting] = useState(false);
  const fixed = useFixed({ whose: "mine,others", courseId, studentId, tutorId });
  return (
    <>
      <ListScreen
        path={list}
        fixed={fixed}
        embedded={inAddress}
        emptyText="No entries here that name you or that you wrote."
        actions={
          courseId !== undefined && (
            <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setWriting(true)}>
              Write entry
            </Button>
          )
        }
      />
      {isWriting && courseId !== undefined && (
        <Compose about={[{ kind: "course", id: courseId, title }]} onClose={() => setWriting(false)} />
      )}
    </>
  );
}
