import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { WriteSlip } from "./begin";
import { SlipDialog } from "./slip-dialog";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const rating = [5, 4, 3, 2, 1, 0].map((value) => ({ value, label: `Rated ${value}` }));
const came = { field: "present", operator: "is", value: "present" };
const need = (title: string, text: string, when: object, more: object = {}) => ({
  moves: ["submit"],
  title,
  text,
  least: 1,
  when,
  ...more,
});
const fields = [
  ...["cat2", "cat3"].map((name) => ({ name, title: name, type: "select", options: rating, shownIf: came })),
  ...["cat2", "cat3"].map((name) => ({
    name: `${name}Comment`,
    title: name,
    type: "text",
    maxLength: 100,
    shownIf: { field: name, operator: "oneOf", value: [0, 1, 5] },
  })),
];
const slip = {
  id: 5,
  title: "Ada, History, 02/11/2026",
  type: "default",
  slipType: "default",
  version: 4,
  present: "present",
  isLate: false,
  slipMeta: { status: "returned", returnReason: "Please say more", opened: false, approved: null, supportTicket: null },
  slipData: {},
  cat2: null,
  cat3: 3,
  cat2Comment: "",
  cat3Comment: "",
  may: { edit: ["cat2", "cat3", "cat2Comment", "cat3Comment"], open: true },
  moves: [],
};

beforeEach(() => signInAs());

it("keys set ratings, a justification opens next to its rating, and a returned slip is recorded as seen", async () => {
  const server = fakeServer();
  server.on("GET", "/slips/columns", () => ({ status: 200, body: { data: { columns: [], filters: [], tabs: [] } } }));
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "performance", title: "Performance", fields }] } },
  }));
  server.on("GET", "/slip/5", () => ({ status: 200, body: { data: slip } }));
  server.on("POST", "/slip/5/mark/opened", () => ({ status: 200, body: { data: { id: 5, status: "returned" } } }));
  server.on("PUT", "/slip/5", ({ body }) => {
    const { field, newValue } = body as { field: string; newValue: unknown };
    return { status: 200, body: { data: { field, value: newValue, version: 2 } } };
  });
  renderScreen(<SlipDialog id={5} onClose={() => undefined} />);
  const three = await screen.findByRole("radio", { name: "cat3: 3, Rated 3" });
  expect((three as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText("Please say more")).toBeTruthy();
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/slip/5/mark/opened")).toBe(true));

  three.focus();
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(
    screen.getByRole("radio", { name: "cat2: 3, Rated 3" }).closest("[role=gridcell]"),
  );
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.keyboard("5");
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "PUT")?.body).toEqual({
      field: "cat2",
      newValue: 5,
      oldValue: null,
    }),
  );
  expect(await screen.findByLabelText("Why rated 5?")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "More" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
    ["Journal", null],
    ["Meaning of the ratings", null],
    ["Help", null],
  ]);
});

it("an invigilated session's slip is created immediately, a tutorial's after two answers", async () => {
  const server = fakeServer();
  const option = (value: unknown, label: string) => ({ value, label });
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [
          {
            name: "presence",
            title: "Presence",
            fields: [
              {
                name: "present",
                title: "Presence",
                type: "select",
                options: [option("present", "Present"), option("plannedAbsence", "Planned absence")],
              },
              {
                name: "onTime",
                title: "Timekeeping",
                type: "select",
                options: [option(0, "On time")],
                needed: [need("", "", came)],
              },
            ],
          },
        ],
      },
    },
  }));
  server.on("POST", "/slip", () => ({ status: 201, body: { data: { id: 9 } } }));
  const begun = () => server.calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  const { router } = renderScreen(
    <>
      <WriteSlip row={{ id: 32, type: "invigilation session", student: "Room 3", slipId: null }} />
      <WriteSlip row={{ id: 31, type: "tutorial", student: "Ada", slipId: null }} />
    </>,
  );
  const [session, tutorial] = screen.getAllByRole("button", { name: "Write the slip" }) as [HTMLElement, HTMLElement];
  await user.click(session);
  await waitFor(() => expect(begun()).toEqual([{ iiId: 32, saveOnly: true }]));
  await user.click(tutorial);
  await user.click(await screen.findByRole("button", { name: "Present" }));
  await user.click(await screen.findByRole("button", { name: "On time" }));
  await waitFor(() => expect(begun()[1]).toEqual({ ewpId: 31, present: "present", onTime: 0, saveOnly: true }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/slips/9/write"));
});

it("a seminar's slip is created and left for later", async () => {
  const server = fakeServer();
  const present = {
    name: "present",
    title: "Presence",
    type: "select",
    options: [{ value: "unplannedAbsence", label: "Unplanned absence" }],
  };
  const reason = {
    name: "absenceReason",
    title: "Reason",
    type: "textarea",
    needed: [need("", "", { field: "present", operator: "is", value: "unplannedAbsence" })],
  };
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "presence", title: "Presence", fields: [present, reason] }] } },
  }));
  server.on("POST", "/slip", () => ({ status: 201, body: { data: { id: 9 } } }));
  const { router } = renderScreen(
    <WriteSlip row={{ id: 31, type: "group", courseType: "seminar", student: "Ada", slipId: null }} />,
  );
  await user.click(screen.getByRole("button", { name: "Write the slip" }));
  await user.click(await screen.findByRole("button", { name: "Unplanned absence" }));
  await user.type(await screen.findByRole("textbox", { name: "Reason of absence" }), "Ill");
  await user.click(screen.getByRole("button", { name: "Keep absence" }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "POST")?.body).toEqual({
      ewpId: 31,
      present: "unplannedAbsence",
      absenceReason: "Ill",
      saveOnly: true,
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(currentToasts()).toMatchObject([{ kind: "positive", text: "Presence of Ada kept. The slip is under Saved" }]);
  expect(router.state.location.pathname).toBe("/");
});

it("a refused submit is a popup, opens the step of the first missing part, marks it and focuses it", async () => {
  const server = fakeServer();
  const submit = {
    name: "submit",
    title: "Submit",
    style: "primary",
    confirm: { title: "Submit slip?", text: "", yes: "Submit slip", no: "Go back" },
    path: "/slip/5/mark/submitted",
    method: "POST",
    needs: [],
    key: "",
    undo: false,
    checks: true,
  };
  const lacking = { field: "comment2", title: "Comment", text: "Please include a comment (minimum 25 characters)" };
  const comments = ["comment", "comment2", "comment3"].map((name) => ({
    name,
    title: name,
    type: "textarea",
    needed: [need(lacking.title, lacking.text, came, { least: 25 })],
  }));
  const checks = ["comment", "comment2", "comment3"];
  const parts = [{ name: "targets", at: "hasTargets", shownIf: came, needed: [] }];
  const whole = {
    ...slip,
    slipMeta: { ...slip.slipMeta, status: "saved" },
    comment: "a".repeat(25),
    comment2: "Twelve chars",
    comment3: "c".repeat(25),
    may: { edit: ["present", "comment", "comment2", "comment3"], open: false },
    moves: [submit],
  };
  server.on("GET", "/slips/columns", () => ({ status: 200, body: { data: { columns: [], filters: [], tabs: [] } } }));
  server.on("GET", "/slip/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "all", title: "All", fields: [...fields, ...comments] }], parts, checks } },
  }));
  server.on("GET", "/slip/5", () => ({ status: 200, body: { data: whole } }));
  server.on("POST", submit.path, () => ({
    status: 422,
    body: { error: lacking.text, title: lacking.title, code: "invalid", fields: { comment2: lacking.text } },
  }));
  renderScreen(<SlipDialog id={5} onClose={() => undefined} />);
  await screen.findByText("Comments");
  await waitFor(() => expect(document.querySelectorAll(".ant-steps-item-finish")).toHaveLength(3));
  expect(document.querySelector(".ant-steps-item-finish")?.textContent).not.toContain("Comments");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect((await screen.findAllByText("Comment")).length).toBeGreaterThan(0);
  expect(screen.queryByText("Submit slip?")).toBeNull();
  expect(await screen.findByText("12 of 25")).toBeTruthy();
  await waitFor(() => expect(document.querySelector("[data-missing]")?.textContent).toContain(lacking.text));
  expect(server.calls.filter(({ path }) => path === submit.path).map(({ query }) => query.dryRun)).toEqual(["true"]);
});
