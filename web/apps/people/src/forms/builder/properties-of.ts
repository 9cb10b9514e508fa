import type { Field, Option } from "@staffroom/contract";
import { contents, fieldTypes, type Definition, type FieldType, type FormField } from "../types";
import { everyField } from "../answers";

/** Fields of a person's record that can prefill an answer; the names are those of the server. */
const prefills: readonly (readonly [name: string, title: string])[] = [
  ["name", "Name"],
  ["title", "Title"],
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "E-mail address"],
  ["phone", "Phone"],
  ["mobile", "Mobile"],
  ["birthDate", "Date of birth"],
  ["firstLanguage", "First language"],
  ["school", "School"],
  ["yearGroup", "Year group"],
  ["emergency", "Emergency contact"],
  ["medical", "Medical notes"],
  ["learningNeeds", "Learning needs"],
  ["destination", "Destination"],
  ["socialMediaRelease", "Social media release"],
  ["photoOnDocuments", "Photo on documents"],
];
const signers: readonly Option[] = [
  { value: "student", label: "The student" },
  { value: "client", label: "A parent or guardian" },
  { value: "tutor", label: "The tutor" },
  { value: "staff", label: "The office" },
];
const optionCalls: readonly Option[] = [
  { value: "/system/course/subjects", label: "Subjects" },
  { value: "/system/course/levels", label: "Levels" },
  { value: "/system/boards", label: "Exam boards" },
  { value: "/system/grades", label: "Grades" },
  { value: "/departments", label: "Departments" },
  { value: "/orgs", label: "Organisations" },
];
const holds: readonly Option[] = [
  { value: "ordinary", label: "Ordinary data" },
  { value: "personal", label: "Personal data" },
  { value: "special", label: "Special category: health, beliefs, origin" },
];

const lines: readonly FieldType[] = ["text", "multiline", "richtext"];
const amounts: readonly FieldType[] = ["number", "integer", "decimal", "currency"];
const lists: readonly FieldType[] = ["multiselect", "file", "repeat"];
const entries = Object.entries as <Name extends string>(of: Record<Name, string>) => [Name, string][];

/** Returns a field's properties with plain values, by its type: common ones, then the others. */
export function propertiesOf(
  definition: Definition,
  field: FormField,
  isInner: boolean,
): { first: Field[]; rules: Field[]; record: Field[] } {
  const { type } = field;
  const asks = !["heading", "note", "calculated"].includes(type);
  const whole = (name: string, title: string): Field => ({ name, title, type: "integer", min: 0 });
  const first: Field[] = [
    {
      name: "title",
      title: type === "note" ? "Heading" : type === "agreement" ? "What is agreed to" : "Question",
      type: type === "agreement" ? "textarea" : "text",
      required: type !== "note",
    },
    { name: "help", title: type === "note" ? "Text" : "Help", type: "textarea" },
    ...(asks ? [{ name: "required", title: "Required", type: "boolean" } as Field] : []),
    ...(type === "heading" || isInner
      ? []
      : [
          {
            name: "width",
            title: "Width",
            type: "select",
            required: true,
            options: [
              { value: 12, label: "Whole line" },
              { value: 6, label: "Half a line" },
              { value: 4, label: "A third" },
            ],
          } as Field,
        ]),
  ];
  const same = everyField(definition)
    .filter((other) => other.id !== field.id && other.type === type)
    .map(({ id, title }) => ({ value: id, label: title }));
  const rules: Field[] = [
    ...(type === "text"
      ? [
          {
            name: "content",
            title: "Content",
            type: "select",
            options: entries(contents).map(([value, label]) => ({ value, label })),
          } as Field,
        ]
      : []),
    ...(lines.includes(type) ? [whole("minLength", "Fewest characters"), whole("maxLength", "Most characters")] : []),
    ...(amounts.includes(type)
      ? [
          { name: "minValue", title: "Least value", type: "decimal" } as Field,
          { name: "maxValue", title: "Greatest value", type: "decimal" } as Field,
        ]
      : []),
    ...(lists.includes(type)
      ? [
          whole("least", type === "file" ? "Fewest files" : "Fewest entries"),
          whole("most", type === "file" ? "Most files" : "Most entries"),
        ]
      : []),
    ...(asks && same.length && ["text", "email", "phone"].includes(type)
      ? [{ name: "sameAs", title: "Must be the same as", type: "select", options: same } as Field]
      : []),
    ...(type === "select" || type === "multiselect"
      ? [{ name: "optionsFrom", title: "Choices from the system", type: "select", options: [...optionCalls] } as Field]
      : []),
    ...(type === "signature"
      ? [{ name: "signer", title: "Signed by", type: "select", options: [...signers] } as Field]
      : []),
  ];
  const record: Field[] = [
    ...(asks && !isInner && type !== "signature" && type !== "repeat" && type !== "file"
      ? [
          {
            name: "prefill",
            title: "Begins with, from the person’s record",
            type: "select",
            options: prefills.map(([name, label]) => ({ value: `person.${name}`, label })),
          } as Field,
          ...(field.prefill
            ? [
                {
                  name: "writesBack",
                  title: "May be written back to the record after review",
                  type: "boolean",
                } as Field,
              ]
            : []),
        ]
      : []),
    ...(asks
      ? [
          {
            name: "holds",
            title: "What the answer holds",
            type: "select",
            options: [...holds],
            help:
              field.holds === "special"
                ? "Left out of lists and exports except for the academic office and administrators; each reading is logged."
                : undefined,
          } as Field,
        ]
      : []),
    { name: "staffOnly", title: "Shown to staff only", type: "boolean" },
  ];
  return { first, rules, record };
}

export const titleOfType = (type: FieldType) => fieldTypes[type];

const roles: readonly Option[] = [
  { value: "academicOffice", label: "Academic office" },
  { value: "affiliateCompliance", label: "Compliance" },
  { value: "examsOffice", label: "Exams office" },
  { value: "accounting", label: "Accounting" },
  { value: "tutorSupport", label: "Tutor support" },
  { value: "techSupport", label: "Technical support" },
  { value: "website", label: "Website" },
];

/** The settings of a form, which belong to its version. */
export const settingsFields: readonly Field[] = [
  { name: "thanks", title: "Thanks after sending", type: "textarea" },
  { name: "reviewed", title: "Entries are reviewed", type: "boolean" },
  { name: "several", title: "A person may send several", type: "boolean" },
  { name: "private", title: "Entries are not shown to the person they are about", type: "boolean" },
  {
    name: "notify",
    title: "Roles that are notified of entries and read them",
    type: "multiselect",
    options: [...roles],
  },
  {
    name: "retainMonths",
    title: "Entries are deleted after months",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Counted from the day on which an entry was sent. Kept without an end when empty.",
  },
  {
    name: "retainPersonalMonths",
    title: "Personal answers are emptied after months",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Of fields that hold personal data; the entry stays. As Setup says when empty.",
  },
  {
    name: "retainSpecialMonths",
    title: "Special category answers are emptied after months",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Of fields that hold special category data; the entry stays. As Setup says when empty.",
  },
];
