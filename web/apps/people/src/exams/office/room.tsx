import { defineRoom, listAt } from "@staffroom/contract";
import { offices } from "../parts";

/** The overview of the exams office, and its set-up. */
export const examsOffice = defineRoom({
  routes: [
    { path: "/exams", title: "Exams office", call: "/exams/entries", only: offices, load: () => import("./overview") },
    listAt("/exams/rules", { title: "Rules of exams", only: offices }),
    listAt("/exams/seasons", { title: "Seasons of exams", only: ["examsOffice"] }),
    listAt("/exams/rooms", {
      title: "Exam rooms",
      only: offices,
      emptyText: "Say which locations are exam rooms, and how many seats each has.",
    }),
    listAt("/exams/keytimes", { title: "Key times of exams", only: offices }),
    listAt("/exams/ratios", { title: "Ratios of invigilation", only: offices }),
    listAt("/exams/uciletters", { title: "Check letters of UCIs", only: offices }),
  ],
  menu: [
    { route: "/exams", group: "Exams", icon: "clipboard", order: 5 },
    { route: "/exams/seasons", group: "Setup", icon: "layers", order: 150 },
    { route: "/exams/rooms", group: "Setup", icon: "map-pin", order: 152 },
    { route: "/exams/keytimes", group: "Setup", icon: "clock", order: 154 },
    { route: "/exams/ratios", group: "Setup", icon: "users", order: 156 },
    { route: "/exams/uciletters", group: "Setup", icon: "tag", order: 158 },
    { route: "/exams/rules", group: "Setup", icon: "list-checks", order: 159 },
  ],
});
