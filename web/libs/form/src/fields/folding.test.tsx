import type { Field, RecordData } from "@staffroom/contract";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { keepDraft } from "../rules/drafts";
import { FieldSections } from "./sections";

const field = (name: string, required = false): Field => ({ name, title: name, type: "text", required, maxLength: 50 });
const fields = [field("name", true), field("email"), field("phone"), field("notes")];
const record: RecordData = {
  id: 7,
  name: "",
  email: "",
  phone: "123",
  notes: null,
  may: { edit: ["name", "email", "phone"] },
};

function show(folds: boolean | "many" = true, asked?: string) {
  const server = fakeServer();
  server.on("GET", "/students/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "one", title: "One", fields }] } },
  }));
  renderScreen(<FieldSections thing="/students" record={record} folds={folds} asked={asked} />);
}
const shown = () => [...document.querySelectorAll("[data-field]")].map((one) => one.getAttribute("data-field"));

beforeEach(() => signInAs("staff"));

it("empty fields fold unless required, and adding one focuses it", async () => {
  show();
  const add = await screen.findByRole("button", { name: /Add a detail/ });
  expect(shown()).toEqual(["name", "phone"]);
  await userEvent.click(add);
  await userEvent.click(await screen.findByText("email"));
  expect(shown()).toEqual(["name", "email", "phone"]);
  expect(document.activeElement?.closest("[data-field]")?.getAttribute("data-field")).toBe("email");
  expect(screen.queryByRole("button", { name: /Add a detail/ }), "notes cannot be edited").toBeNull();
});

it("a short record that folds only many fields shows them all", async () => {
  show("many");
  await screen.findByText("notes");
  expect(shown()).toEqual(["name", "email", "phone", "notes"]);
});

it("an empty field with an unsaved text is shown", async () => {
  keepDraft("/students/7#email", "a@example.org");
  show();
  await screen.findByDisplayValue("a@example.org");
  expect(shown()).toContain("email");
});

it("an empty field named in the address is shown and focused", async () => {
  show(true, "email");
  await screen.findByText("email");
  expect(shown()).toEqual(["name", "email", "phone"]);
  expect(document.activeElement?.closest("[data-field]")?.getAttribute("data-field")).toBe("email");
});
