import { useRecord } from "@staffroom/api";
import { EditableField, useFields, useRecordSaved } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, Facts, formatDateTime, RichTextView } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Part } from "../parts/part";
import { homeworkChanged } from "./changed";
import { HomeworkFiles } from "./files";
import { dueLater, given, pathOfGiven, type GivenHomework, type SetHomework } from "./types";

type Props = { homework: GivenHomework; isWriter: boolean };

const over = new Set(["marked", "writeOff"]);

/** The task: its text, and for tutors and the office its fields until it is over for every student. */
export function Task({ homework, isWriter }: Props) {
  const [isEditing, setEditing] = useState(false);
  const task = homework.homework;
  return (
    <Part
      title="Homework"
      tools={
        isWriter &&
        !over.has(homework.status) && (
          <Button size="small" onClick={() => setEditing(!isEditing)}>
            {isEditing ? "Done" : "Edit homework"}
          </Button>
        )
      }
    >
      {isEditing && <TaskFields homework={homework} />}
      {!isEditing && (
        <>
          <Facts
            facts={{
              Type: <ChoiceTag of="/homework/columns" name="type" value={homework.type} />,
              Due: formatDateTime(homework.dueDate),
              "Time estimation": task.timeEstimation !== null && `${task.timeEstimation} minutes`,
              Course: homework.course.title,
              "Set by": homework.tutor.name,
            }}
          />
          <RichTextView html={task.instructions} />
          <HomeworkFiles ids={task.fileIds} />
        </>
      )}
    </Part>
  );
}

/** Fields of the homework, shared by all its students; only a due date may be a single student's. */
function TaskFields({ homework }: { homework: GivenHomework }) {
  const query = useRecord<SetHomework>(`/homework/${homework.homework.id}`);
  const { fields } = useFields("/homework");
  const own = useFields(given).fields.get("dueDate");
  const path = `/homework/${homework.homework.id}`;
  const marks = `/homework/${homework.id}/marks`;
  const saved = useRecordSaved(path, homeworkChanged);
  const ownSaved = useRecordSaved(pathOfGiven(homework.id), homeworkChanged);
  return (
    <Answered query={query} rows={4}>
      {(shared) => (
        <div className="sr-fields">
          {shared.students.length > 1 && (
            <p className="sr-muted tea-wide">
              {shared.students.length} students have this homework. What you change here changes for all of them.
            </p>
          )}
          {[...fields.values()]
            .filter(({ name }) => shared.may.edit.includes(name))
            .map((field) => (
              <EditableField
                key={field.name}
                field={{
                  ...dueLater(field),
                  upload: { kind: "homework", entityType: "homework", entityTypeId: shared.id },
                }}
                path={path}
                value={shared[field.name as keyof SetHomework]}
                onSaved={saved}
              />
            ))}
          {own && shared.students.length > 1 && homework.may.edit.includes("dueDate") && (
            <EditableField
              field={{ ...dueLater(own), title: `Due for ${homework.student.name}` }}
              path={marks}
              value={homework.dueDate}
              onSaved={ownSaved}
            />
          )}
        </div>
      )}
    </Answered>
  );
}
