import { getSession } from "@staffroom/api";
import { defineMadeUpArea, type Area, type Row, type Waiting } from "@staffroom/contract";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import dayjs from "dayjs";
import { expect, it } from "vitest";
import { Deadlines } from "./deadlines";
import { addressOf, deadlinesFor, queueOf, WaitingForMe, waitingFor } from "./waiting";

const area: Area = defineMadeUpArea({
  name: "made-up",
  routes: [
    { path: "/slips/:type?", title: "Slips", only: ["staff"], list: "/slips" },
    { path: "/claims", title: "Claims", only: ["staff"], list: "/claims" },
    { path: "/faults", title: "Faults", only: ["sysAdmin"], list: "/faults" },
  ],
  menu: [],
  waiting: [
    {
      title: "Slips to check",
      icon: "clipboard-check",
      route: "/slips/:type?",
      open: "slip",
      view: "queue",
      list: "/slips",
      query: { status: "submitted" },
      since: "date",
      shows: ["student", "course"],
      roles: ["academicOffice"],
    },
    {
      title: "Claims",
      icon: "receipt",
      route: "/claims",
      open: "claim",
      list: "/claims",
      query: { status: "submitted" },
      since: "submitted",
      sort: "id",
      shows: ["title", "user"],
      figure: { column: "total" },
    },
    {
      title: "Faults",
      icon: "bug",
      route: "/faults",
      list: "/faults",
      query: { new: "true" },
      since: "date",
      shows: ["message"],
      roles: ["sysAdmin"],
    },
  ],
});
const [slips, claims] = area.waiting;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const page = (data: Row[], total = data.length) => ({
  status: 200,
  body: { data, total, totalIsExact: true, next: null },
});
const titles = (roles: string[]) => waitingFor([area], roles).map(({ title }) => title);

it("tasks are shown to their roles: the right to see everything is not a duty to do everything", () => {
  expect(titles(["staff", "academicOffice"])).toEqual(["Slips to check", "Claims"]);
  expect(titles(["staff"])).toEqual(["Claims"]);
  expect(titles(["staff", "sysAdmin"])).toEqual(["Claims", "Faults"]);
  expect(titles(["tutor"])).toEqual([]);
});

it("a partial count shows its total, and links to those rows", async () => {
  signInAs("staff");
  const claimsOf = { ...claims, title: "Claims missing", outOf: { filter: "due", days: 60 } } as Waiting;
  const [from, to] = [dayjs().subtract(60, "day"), dayjs()].map((one) => one.format("YYYY-MM-DD"));
  fakeServer().on("GET", "/claims", ({ query }) => page([], query.status ? 3 : 41));
  renderScreen(<WaitingForMe areas={[{ ...area, waiting: [claimsOf] }]} settled />);
  const link = await screen.findByRole("link", { name: "Claims missing 3 of 41" });
  expect(new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("due")).toBe(`${from}..${to}`);
});

it("a task links to the same rows in the same order, and to one of them", () => {
  if (!slips || !claims) throw new Error("declared above");
  expect(addressOf(slips)).toBe("/slips?status=submitted&sort=date&view=queue");
  expect(addressOf(slips, { id: 7 })).toBe("/slips?status=submitted&sort=date&view=queue&slip=7");
  expect(addressOf(claims, { id: 3 })).toBe("/claims?status=submitted&sort=id&claim=3");
  expect(addressOf({ ...claims, target: "/claims/{id}" }, { id: 3 })).toBe("/claims/3");
});

it("the kinds alternate, so that the oldest of one do not hide the others", () => {
  if (!slips || !claims) throw new Error("declared above");
  const part = (kind: Waiting, since: string, ages: number[]) => ({
    kind,
    failed: false,
    page: page(ages.map((age) => ({ id: age, [since]: day(age) }))).body,
  });
  const rows = queueOf([part(slips, "date", [900, 800, 700, 600]), part(claims, "submitted", [2, 1])], 4);
  expect(rows.map(({ row }) => row.id)).toEqual([900, 800, 2, 1]);
  const twice = queueOf([part(claims, "submitted", [3]), part({ ...claims, title: "My claims" }, "submitted", [3, 1])]);
  expect(twice.map(({ kind, row }) => [kind.title, row.id])).toEqual([
    ["Claims", 3],
    ["My claims", 1],
  ]);
});

it("a task shows who, how much and since when, without the user's own name, and J and K move through the queue", async () => {
  signInAs("staff");
  const { user } = getSession();
  fakeServer().on("GET", "/claims", () =>
    page([
      { id: 1, title: "October", user: { name: user?.name }, total: 12_050, currency: "EUR", submitted: day(1) },
      { id: 2, title: "May", user: { name: "Ben" }, total: 900, currency: "GBP", submitted: day(0) },
    ]),
  );
  renderScreen(<WaitingForMe areas={[area]} settled />);
  await screen.findByText("October");
  expect(
    [...document.querySelectorAll(".sr-waiting li")].map((row) =>
      [...row.children].slice(1).map((part) => part.textContent?.trim()),
    ),
  ).toEqual([
    ["October", "Claims", "€120.50", "1 day"],
    ["May Ben", "Claims", "£9.00", "today"],
  ]);
  for (const [key, title] of [
    ["j", "October"],
    ["j", "May"],
    ["j", "May"],
    ["k", "October"],
  ] as const) {
    await userEvent.keyboard(key);
    expect(document.activeElement?.textContent).toBe(title);
  }
});

it("all kinds are mixed, oldest first, with the number of each", async () => {
  signInAs("staff");
  const server = fakeServer();
  server.on("GET", "/claims", () =>
    page(
      [
        { id: 1, title: "October", user: { name: "Ada" }, submitted: day(3) },
        { id: 2, title: "May", user: { name: "Ben" }, submitted: day(0) },
      ],
      12,
    ),
  );
  const faults: Area = {
    ...area,
    waiting: [{ ...(claims as Waiting), title: "Old claims", list: "/old", query: {} }, ...area.waiting],
  };
  server.on("GET", "/old", () => page([{ id: 9, title: "March", user: { name: "Cleo" }, submitted: day(1) }]));
  renderScreen(<WaitingForMe areas={[faults]} settled />);
  await screen.findByText("October");
  const links = [...document.querySelectorAll(".sr-waiting a")].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);
  expect(links).toEqual([
    ["October", "/claims?status=submitted&sort=id&claim=1"],
    ["March", "/claims?sort=id&claim=9"],
    ["May", "/claims?status=submitted&sort=id&claim=2"],
  ]);
  expect([...document.querySelectorAll(".sr-waiting time")].map((time) => time.textContent)).toEqual([
    "3 days",
    "1 day",
    "today",
  ]);
  expect(screen.getByRole("link", { name: "Claims 12" }).getAttribute("href")).toBe("/claims?status=submitted&sort=id");
  expect(server.calls.find(({ path }) => path === "/claims")?.query).toMatchObject({
    status: "submitted",
    sort: "id",
    pageSize: "10",
  });
});

it("a kind that cannot be loaded is named, because an empty queue would mislead", async () => {
  signInAs("staff");
  fakeServer().on("GET", "/claims", () => ({ status: 403, body: { error: "Not for you", code: "forbidden" } }));
  renderScreen(<WaitingForMe areas={[area]} settled />);
  expect((await screen.findByRole("link", { name: /Claims/ })).textContent).toContain("cannot be read now");
  expect(screen.queryByText("Nothing is waiting for you")).toBeNull();
});

it("an empty queue says so once all have responded", async () => {
  signInAs("staff");
  fakeServer().on("GET", "/claims", () => page([]));
  renderScreen(<WaitingForMe areas={[area]} settled />);
  await waitFor(() => expect(screen.getByText("Nothing is waiting for you")).toBeTruthy());
});

const bills: Area = defineMadeUpArea({
  name: "bills",
  routes: [{ path: "/bills", title: "Bills", only: ["accounting"], list: "/bills" }],
  menu: [],
  waiting: [
    {
      title: "Bills to pay",
      icon: "file-text",
      route: "/bills",
      open: "bill",
      roles: ["accounting"],
      list: "/bills",
      query: { status: "approved" },
      since: "dueDate",
      due: "dueDate",
      ahead: { filter: "dueDate", days: 14 },
      shows: ["supplier"],
      figure: { column: "total" },
    },
  ],
});

it("only deadlines of the next days and of one's own roles are requested", () => {
  expect(waitingFor([bills], ["accounting"])).toEqual([]);
  expect(deadlinesFor([bills], ["staff"], "2026-11-25")).toEqual([]);
  const [kind] = deadlinesFor([bills], ["accounting"], "2026-11-25");
  expect(kind && addressOf(kind)).toBe("/bills?status=approved&dueDate=..2026-12-09&sort=dueDate");
});

it("deadlines are shown by day, overdue ones first, and without any there is no panel", async () => {
  signInAs("staff");
  const forAll = {
    ...bills,
    routes: bills.routes.map((route) => ({ ...route, roles: ["staff"] })),
    waiting: bills.waiting.map((kind) => ({ ...kind, roles: undefined })),
  };
  const rows: Row[] = [
    { id: 2, supplier: "Power", dueDate: day(0).slice(0, 10), total: 900 },
    { id: 1, supplier: "Rent", dueDate: day(3).slice(0, 10), total: 12_000 },
  ];
  const server = fakeServer();
  server.on("GET", "/bills", () => page(rows));
  renderScreen(<Deadlines areas={[forAll]} />);
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    "Rent3 days lateBills to pay£120.00",
    "PowertodayBills to pay£9.00",
  ]);
  expect(screen.getByRole("link", { name: "Rent" }).getAttribute("href")).toContain("bill=1");
});
