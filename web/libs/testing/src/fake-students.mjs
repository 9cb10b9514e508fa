// The students of the fake API, with their columns and fields.

const firstNames = [
  "Amara",
  "Ben",
  "Chloe",
  "Dmitri",
  "Elena",
  "Farid",
  "Grace",
  "Hugo",
  "Isla",
  "Jonas",
  "Keira",
  "Lorenzo",
  "Maya",
  "Noah",
  "Olivia",
  "Priya",
];
const lastNames = [
  "Abbott",
  "Bennett",
  "Castellano",
  "Dawson",
  "Eriksen",
  "Fairchild",
  "Grant",
  "Hollis",
  "Ibrahim",
  "Jansen",
  "Kowalski",
  "Lindqvist",
  "Marlowe",
  "Novak",
  "Okafor",
  "Pemberton",
];
const statuses = [
  { value: "active", label: "Active", color: "green" },
  { value: "enquiry", label: "Enquiry", color: "red" },
  { value: "alumni", label: "Alumni", color: "orange" },
  { value: "retired", label: "Retired", color: "grey" },
];
const types = [
  { value: "asp", label: "ASP" },
  { value: "supp", label: "Supplementary" },
  { value: "fulltime", label: "Full time" },
];
const departments = [
  { value: 1, label: "Oxford" },
  { value: 2, label: "London" },
  { value: 3, label: "Portugal" },
];

export function person(id) {
  const day = String((id % 28) + 1).padStart(2, "0");
  return {
    id,
    firstName: firstNames[id % 16],
    lastName: lastNames[(id * 7) % 16],
    status: statuses[id % 7 > 3 ? 0 : id % 4].value,
    type: types[id % 3].value,
    departmentId: departments[id % 3].value,
    email: `${firstNames[id % 16]}.${lastNames[(id * 7) % 16]}${id}@example.org`.toLowerCase(),
    phone: `+44 7700 900${String(id % 1000).padStart(3, "0")}`,
    balance: ((id * 7919) % 200_000) - 40_000,
    currency: id % 3 === 2 ? "EUR" : "GBP",
    over18: id % 2 === 0,
    birthday: `200${id % 10}-0${(id % 9) + 1}-${day}`,
    created: `2026-0${(id % 9) + 1}-${day}T09:30:00Z`,
    notes: id % 5 ? "" : "<p>Prefers <b>mornings</b>; siblings at the school.</p>",
    address: { line1: `${id} High Street`, city: "Oxford", postcode: "OX1 4BH" },
    version: 1,
  };
}

const fields = [
  { name: "firstName", title: "First name", type: "text", required: true, maxLength: 60 },
  { name: "lastName", title: "Last name", type: "text", required: true, maxLength: 60 },
  { name: "status", title: "Status", type: "select", required: true, options: statuses },
  { name: "type", title: "Type", type: "select", options: types },
  { name: "email", title: "Email", type: "email" },
  { name: "phone", title: "Phone", type: "phone", maxLength: 30 },
  { name: "birthday", title: "Date of birth", type: "date" },
  { name: "balance", title: "Balance", type: "money" },
];

export const studentColumns = {
  name: "students",
  title: "Students",
  one: "student",
  rowKey: "id",
  target: "/students/{id}",
  columns: [
    { name: "id", title: "Id", type: "id", sortable: true, width: 76 },
    { name: "lastName", title: "Last name", type: "text", sortable: true, width: 140 },
    { name: "firstName", title: "First name", type: "text", sortable: true, width: 120 },
    { name: "status", title: "Status", type: "select", sortable: true, options: statuses, width: 116 },
    { name: "type", title: "Type", type: "select", options: types, width: 136 },
    { name: "email", title: "Email", type: "email", width: 250 },
    { name: "phone", title: "Phone", type: "text", width: 140 },
    { name: "balance", title: "Balance", type: "money", sortable: true, currency: "currency" },
    { name: "over18", title: "Over 18", type: "boolean", width: 76 },
    { name: "birthday", title: "Born", type: "date", sortable: true },
    { name: "created", title: "Created", type: "datetime", sortable: true },
  ],
  filters: [
    { name: "type", title: "Type", type: "select", options: types },
    { name: "departmentId", title: "Department", type: "select", options: departments },
    { name: "over18", title: "Over 18", type: "boolean" },
    { name: "created", title: "Created", type: "range" },
  ],
  tabs: [{ name: "status", title: "Status", options: [...statuses, { value: "", label: "All" }] }],
  defaultSort: "lastName,firstName",
  pageSizes: [10, 25, 50, 75, 100, 250, 500, 1000],
  defaultPageSize: 50,
  may: { add: true, edit: true, delete: true, export: true },
  add: { path: "/students", fields: fields.slice(0, 6) },
  edit: { path: "/students/{id}", fields: fields.slice(0, 6) },
  delete: { path: "/students/{id}" },
};

export const sections = [
  { name: "details", title: "Details", fields: [...fields, { name: "over18", title: "Over 18", type: "boolean" }] },
  {
    name: "contact",
    title: "Address and notes",
    fields: [
      { name: "address", title: "Address", type: "address" },
      { name: "notes", title: "Notes", type: "richtext", maxLength: 5000 },
    ],
  },
];
