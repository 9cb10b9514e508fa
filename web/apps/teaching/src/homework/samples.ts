/** A student's homework as the service returns it, for tests. */
const text = (name: string, title: string, maxLength = 20) => ({ name, title, type: "text", maxLength });
const yesNo = [
  { value: true, label: "Yes" },
  { value: false, label: "No" },
];
const types = [{ value: "written", label: "Written Assignment" }];
const sections = [
  {
    name: "work",
    title: "Student's work",
    fields: [
      { name: "studentComment", title: "Student comment", type: "richtext", readOnly: true },
      { name: "studentFiles", title: "Student files", type: "files", readOnly: true },
    ],
  },
  {
    name: "marks",
    title: "Marks",
    fields: [
      text("mark", "Mark"),
      { name: "onTime", title: "On time", type: "select", options: yesNo },
      text("quality", "Quality"),
      text("effort", "Effort"),
      { name: "comment", title: "Comment", type: "richtext" },
      { name: "timeSpent", title: "Time spent", type: "integer" },
      { name: "tutorFiles", title: "Tutor files", type: "files" },
    ],
  },
];

/** Homework that is set. */
export const given = {
  id: 7,
  hwsId: 7,
  title: "Essay",
  type: "written",
  status: "set",
  dueDate: "2026-12-01T23:59:00Z",
  submitted: null,
  released: false,
  studentComment: "",
  studentFiles: [],
  homework: { id: 3, instructions: "<p>Two pages</p>", fileIds: [], timeEstimation: 45 },
  course: { id: 1, cwsId: 5, title: "AQA Physics" },
  student: { id: 2, name: "Ada" },
  tutor: { id: 4, name: "Tom" },
  slipSetId: null,
  slipPostponed: [],
  may: { edit: [], delete: false, history: false, write: false, handIn: false },
  moves: [],
};

/** Homework that waits for its marks. */
export const toMark = {
  status: "submitted",
  submitted: "2026-11-30T10:00:00Z",
  studentFiles: [41],
  mark: "",
  onTime: null,
  quality: "",
  effort: "",
  comment: "",
  timeSpent: null,
  tutorFiles: [],
  may: { ...given.may, write: true, edit: ["mark"] },
};

/** The service's responses to the calls of the homework dialogs, by path. */
export const answers = (record: object): Record<string, unknown> => ({
  "/homework/columns": {
    columns: [{ name: "type", title: "Type", type: "select", options: types }],
    filters: [],
    tabs: [],
  },
  "/homework/fields": {
    sections: [
      {
        name: "homework",
        title: "Homework",
        fields: [
          text("title", "Title", 100),
          { name: "type", title: "Type", type: "select", options: types },
          { name: "instructions", title: "Instructions", type: "richtext" },
          { name: "timeEstimation", title: "Time estimation", type: "integer" },
          { name: "fileIds", title: "Files", type: "files" },
        ],
      },
    ],
  },
  "/student/homework/fields": { sections },
  "/student/homework/7": { ...given, ...record },
  "/homework/templates": [],
});
