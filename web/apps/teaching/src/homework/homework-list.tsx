import { hasRole, useUser } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { viewsOf } from "@staffroom/screen";
import { Icon, useAskedFor, useOpenRecord } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useFixed } from "../parts/use-fixed";
import { HomeworkDialog } from "./homework-dialog";
import { SetHomework } from "./set-homework";

type ListProps = { fixed?: Record<string, string>; tabs?: readonly string[]; courseId?: number; embedded?: boolean };

/** Homework of students; a row opens over the list. Tutors and the office have a button that sets more. */
function HomeworkList({ fixed, tabs, courseId, embedded }: ListProps) {
  const [opened, open] = useOpenRecord("homework");
  const [isSetting, setSetting] = useState(false);
  const maySet = hasRole(useUser(), "staff", "tutor") && (!embedded || courseId !== undefined);
  useAskedFor("new", () => setSetting(true), maySet);
  return (
    <>
      <ListScreen
        path="/homework"
        fixed={fixed}
        opens="homework"
        tabs={tabs}
        embedded={embedded ? { inAddress: true } : undefined}
        drawn={viewsOf("/homework")}
        emptyText={maySet ? "Set homework to begin." : "No homework here."}
        actions={
          maySet && (
            <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setSetting(true)}>
              Set homework
            </Button>
          )
        }
      />
      {opened !== null && <HomeworkDialog key={opened} id={opened} onClose={() => open(null)} />}
      {isSetting && <SetHomework courseId={courseId} onClose={() => setSetting(false)} />}
    </>
  );
}

export const AllHomework = () => <HomeworkList tabs={["status"]} />;
export const HomeworkByType = () => <HomeworkList tabs={["type"]} />;

const ofRecord = ["status"];

/** The homework of a student, tutor or course, on its page. */
export default function HomeworkOf({ courseId, studentId, tutorId }: WidgetProps["homework"]) {
  const fixed = useFixed({ courseId, studentId, tutorId });
  return <HomeworkList fixed={fixed} tabs={ofRecord} courseId={courseId} embedded />;
}
