import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FieldInput } from "../inputs";
import { FieldValue } from "../fields/show-value";
import { mostNames } from "./options";

const field = { name: "studentId", title: "Student", type: "select", optionsFrom: "/students/names" } as const;
const first = Array.from({ length: mostNames }, (_, place) => ({ value: place + 1, label: `Adams, Ada ${place + 1}` }));
const late = { value: 70_001, label: "Zuse, Konrad" };

/** A service with more students than it offers at once. */
function manyStudents() {
  signInAs();
  const server = fakeServer();
  server.on("GET", "/students/names", ({ query }) => {
    const asked = query.search ?? query.ids;
    return { status: 200, body: { data: asked ? [late] : first } };
  });
  return server;
}

it("a search beyond the first thousand options is sent to the service", async () => {
  const server = manyStudents();
  const change = vi.fn();
  renderScreen(<FieldInput field={field} id="studentId" value={null} onChange={change} />);
  const box = await screen.findByRole("combobox", { name: "Student" });
  await userEvent.click(box);
  await screen.findByText("Adams, Ada 1");
  await userEvent.type(box, "zuse");
  await userEvent.click(await screen.findByText(late.label));
  expect(change).toHaveBeenCalledWith(late.value);
  expect(server.calls.filter(({ path }) => path === "/students/names").map(({ query }) => query.search ?? "")).toEqual([
    "",
    "zuse",
  ]);
});

it("a value beyond the first thousand options has its name", async () => {
  const server = manyStudents();
  renderScreen(<FieldValue field={field} value={late.value} />);
  await waitFor(() => expect(screen.getByText(late.label)).toBeTruthy());
  expect(server.calls.at(-1)?.query).toEqual({ ids: String(late.value) });
});
