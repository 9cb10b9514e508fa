import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import Attendance from "./attendance";

beforeEach(() => signInAs());

it("the number of attended tutorials is above a record's tutorials", async () => {
  const server = fakeServer();
  serveList(server, "/slip/attendance", [{ id: 5, student: "Ada" }], { columns: [textColumn("student", "Student")] });
  const group = (text: string, count: number) => ({ texts: [text], values: [count] });
  server.on("GET", "/slip/attendance/figures", () => ({
    status: 200,
    body: { data: { groups: [group("Present", 33), group("Unplanned absence", 4)] } },
  }));
  renderScreen(<Attendance courseId={7} />);
  expect((await screen.findByText("33 of 37 (89%)")).parentElement?.textContent).toBe("Present 33 of 37 (89%)");
  expect(screen.getByText("4 of 37 (11%)")).toBeTruthy();
  expect(await screen.findByText("Ada")).toBeTruthy();
  for (const path of ["/slip/attendance", "/slip/attendance/figures"]) {
    expect(server.calls.find((call) => call.path === path)?.query).toMatchObject({ courseId: "7" });
  }
});
