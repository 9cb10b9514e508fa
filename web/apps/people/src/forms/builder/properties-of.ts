import type { Field, Option } from "@staffroom/contract";
import { fieldsIf } from "../../fields-if";
import { contents, type Definition, type FieldType, type FormField } from "../types";
import { everyField } from "../answers";

/** Fields of a person's record that can prefill an answer; the server uses the same names. */
const prefills: readonly Option[] = [
  { value: "person.name", label: "Name" },
  { value: "person.title", label: "Title" },
  { value: "person.firstName", label: "First name" },
  { value: "person.lastName", label: "Last name" },
  { value: "person.email", label: "E-mail address" },
  { value: "person.phone", label: "Phone" },
  { value: "person.mobile", label: "Mobile" },
  { value: "person.birthDate", label: "Date of birth" },
  { value: "person.firstLanguage", label: "First language" },
  { value: "person.school", label: "School" },
  { value: "person.yearGroup", label: "Year group" },
  { value: "person.emergency", label: "Emergency contact" },
  { value: "person.medical", label: "Medical notes" },
  { value: "person.learningNeeds", label: "Learning needs" },
  { value: "person.destination", label: "Destination" },
  { value: "person.socialMediaRelease", label: "Social media release" },
  { value: "person.photoOnDocuments", label: "Photo on documents" },
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

const widths: readonly Option[] = [
  { value: 12, label: "Whole line" },
  { value: 6, label: "Half a line" },
  { value: 4, label: "A third" },
];
const contentOptions: readonly Option[] = Object.entries(contents).map(([value, label]) => ({ value, label }));

const whole = (name: string, title: string): Field => ({ name, title, type: "integer", min: 0 });
const choice = (name: string, title: string, options: readonly Option[]): Field => ({
  name,
  title,
  type: "select",
  options: [...options],
});

/** Returns a field's properties with plain values, by its type: common ones, then the others. */
export function propertiesOf(
  definition: Definition,
  field: FormField,
  isInner: boolean,
): { first: Field[]; rules: Field[]; record: Field[] } {
  const { type } = field;
  const isOneOf = (...types: readonly FieldType[]) => types.includes(type);
  const asks = !isOneOf("heading", "note", "calculated");
  const isChoice = isOneOf("select", "multiselect");
  const isLine = isOneOf("text", "multiline", "richtext");
  const isAmount = isOneOf("number", "integer", "decimal", "currency");
  const isList = isOneOf("multiselect", "file", "repeat");
  const isPrefilled = asks && !isInner && !isOneOf("signature", "repeat", "file");
  const isFile = type === "file";
  const same = everyField(definition)
    .filter((other) => other.id !== field.id && other.type === type)
    .map(({ id, title }) => ({ value: id, label: title }));
  return {
    first: fieldsIf(
      {
        name: "title",
        title: type === "note" ? "Heading" : type === "agreement" ? "The statement to agree to" : "Question",
        type: type === "agreement" ? "textarea" : "text",
        required: type !== "note",
      },
      { name: "help", title: type === "note" ? "Text" : "Help", type: "textarea" },
      asks && { name: "required", title: "Required", type: "boolean" },
      type !== "heading" && !isInner && { ...choice("width", "Width", widths), required: true },
    ),
    rules: fieldsIf(
      type === "text" && choice("content", "Content", contentOptions),
      isLine && whole("minLength", "Fewest characters"),
      isLine && whole("maxLength", "Most characters"),
      isAmount && { name: "minValue", title: "Least value", type: "decimal" },
      isAmount && { name: "maxValue", title: "Greatest value", type: "decimal" },
      isList && whole("least", isFile ? "Fewest files" : "Fewest entries"),
      isList && whole("most", isFile ? "Most files" : "Most entries"),
      isOneOf("text", "email", "phone") && same.length > 0 && choice("sameAs", "Must be the same as", same),
      isChoice && choice("optionsFrom", "Choices from the system", optionCalls),
      type === "signature" && choice("signer", "Signed by", signers),
    ),
    record: fieldsIf(
      isPrefilled && choice("prefill", "Begins with, from the person’s record", prefills),
      isPrefilled &&
        !!field.prefill && {
          name: "writesBack",
          title: "May be written back to the record after review",
          type: "boolean",
        },
      asks && {
        ...choice("holds", "Content of the answer", holds),
        help:
          field.holds === "special"
            ? "Left out of lists and exports except for the academic office and administrators; each reading is logged."
            : undefined,
      },
      { name: "staffOnly", title: "Shown to staff only", type: "boolean" },
    ),
  };
}

const roles: Option[] = [
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
    options: roles,
  },
  {
    name: "retainMonths",
    title: "Months until entries are deleted",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Counted from the day on which an entry was sent. If empty, kept without limit.",
  },
  {
    name: "retainPersonalMonths",
    title: "Months until personal answers are emptied",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Of fields that hold personal data; the entry stays. If empty, the value in Setup applies.",
  },
  {
    name: "retainSpecialMonths",
    title: "Months until special category answers are emptied",
    type: "integer",
    min: 1,
    max: 1200,
    help: "Of fields that hold special category data; the entry stays. If empty, the value in Setup applies.",
  },
];
