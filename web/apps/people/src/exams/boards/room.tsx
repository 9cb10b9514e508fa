import { defineRoom, type RecordData, listAt } from "@staffroom/contract";
import { fact, offices } from "../parts";
import { FileActions } from "./file-actions";

const fileActions = (record: RecordData, reload: () => void) => <FileActions record={record} reload={reload} />;

/** Files from and to the exam boards. */
export const boardFiles = defineRoom({
  routes: [
    {
      path: "/exams/exchange",
      title: "Exchange with boards",
      only: ["examsOffice"],
      call: "/exams/files",
      load: () => import("./exchange"),
    },
    listAt("/exams/files", {
      title: "Board files",
      emptyText: "Import the basedata of a board under Exchange with boards.",
    }),
    {
      path: "/exams/files/:id/:tab?",
      title: "Board file",
      profile: {
        thing: "/exams/files",
        heading: "{name}",
        badges: ["direction", "status"],
        facts: ["kind", "board", fact("Series", "series"), "sequence"],
        actions: fileActions,
        tabs: [{ name: "rows", title: "Rows", list: "/exams/filerows", by: "fileId" }],
      },
    },
    listAt("/exams/filerows", {
      title: "Rows of board files",
      under: "/exams/files",
      emptyText: "Each record of a file appears here.",
    }),
    {
      path: "/exams/boards",
      title: "Files of the boards",
      only: offices,
      list: { path: "/exams/exchange", emptyText: "Say how the files of each board are named and made." },
    },
  ],
  menu: [
    { route: "/exams/files", group: "Exams", icon: "upload", order: 22 },
    { route: "/exams/boards", group: "Setup", icon: "upload", order: 153 },
  ],
  waiting: [
    {
      title: "Board files to send or look at",
      icon: "upload",
      route: "/exams/files",
      target: "/exams/files/{id}",
      roles: ["examsOffice"],
      list: "/exams/files",
      query: { waits: "true" },
      since: "created",
      shows: ["name", "board", "status"],
    },
  ],
  commands: [{ title: "Exchange with boards", route: "/exams/exchange", call: "POST /exams/files/import" }],
});
