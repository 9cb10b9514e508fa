import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useShownKeys } from "@staffroom/ui";
import { MissingReports } from "./missing";

const Keys = () => (
  <output>
    {useShownKeys()
      .map(([keys, does]) => `${keys.join("+")}: ${does}`)
      .join(", ")}
  </output>
);

const figures = (groups: [string | number, number][]) => ({
  status: 200,
  body: { data: { groups: groups.map(([key, count]) => ({ keys: [key], values: [count] })) } },
});

it("a key reminds all late tutors, after a question with the numbers", async () => {
  signInAs("staff");
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const server = fakeServer();
  server.on("GET", "/reports/figures", ({ query }) =>
    figures(
      query.by === "tutorId"
        ? [
            [1, 2],
            [2, 1],
          ]
        : [
            ["called", 3],
            ["approved", 38],
          ],
    ),
  );
  server.on("POST", "/report/remind/late", () => ({ status: 200, body: { data: { reports: 3, writers: 2 } } }));
  renderScreen(
    <>
      <MissingReports />
      <Keys />
    </>,
  );
  expect(await screen.findByRole("link", { name: "3 of 41 missing" })).toBeTruthy();
  expect((await screen.findByRole("status")).textContent).toBe("Shift+L: Remind all who are late with a report");
  await user.keyboard("L");
  expect(await screen.findByText("2 tutors will be reminded of 3 late reports, in one notice each.")).toBeTruthy();
  expect(server.calls.some(({ path }) => path === "/report/remind/late")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Remind 2 tutors" }));
  await waitFor(() => expect(server.calls.some(({ path }) => path === "/report/remind/late")).toBe(true));
});
