import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { presenceText, usePresence } from "./presence";
import { Due, hours } from "./service";
import type { Ticket } from "./types";

const ticket = { id: 23, version: 4, messages: [{}, {}], mails: { outgoing: [] } } as unknown as Ticket;

function Shown() {
  const { people, isLive } = usePresence(ticket, "/v2/support/ticket/23", "answer");
  return <p>{isLive ? presenceText(people) : "stale"}</p>;
}

beforeEach(() => signInAs());
afterEach(() => forgetEverything());

describe("presence on a ticket", () => {
  it("reports that the user writes and shows the others", async () => {
    const fake = fakeServer();
    const people = [
      { id: 2, name: "Maya Office", writing: "answer" },
      { id: 3, name: "Theo Tech", writing: null },
    ];
    fake.on("POST", "/api/v2/support/presence/23", () => ({
      status: 200,
      body: { data: { people, version: 4, messages: 2 } },
    }));
    renderScreen(<Shown />);
    await waitFor(() =>
      expect(screen.getByText("Maya Office is writing an answer. Theo Tech has this ticket open")).toBeTruthy(),
    );
    expect(fake.calls.find(({ path }) => path.endsWith("/presence/23"))?.body).toEqual({ writing: "answer" });
  });
  it("says that it is stale if the server does not respond", async () => {
    fakeServer().on("POST", "/api/v2/support/presence/23", () => ({
      status: 503,
      body: { error: "Network busy", code: "unavailable" },
    }));
    renderScreen(<Shown />);
    await waitFor(() => expect(screen.getByText("stale")).toBeTruthy());
  });
  it("joins the names of people who do the same", () => {
    const notes = ["Ada", "Bob"].map((name, id) => ({ id, name, writing: "note" as const }));
    expect(presenceText(notes)).toBe("Ada and Bob are writing internal notes");
    expect(presenceText([])).toBe("");
  });
});

describe("a due time", () => {
  const now = new Date("2026-06-01T12:00:00Z");
  const text = (at: string | null) => {
    const { container, unmount } = renderScreen(<Due at={at} now={now} />);
    const shown = container.textContent;
    unmount();
    return shown;
  };
  it("is overdue, today, or later", () => {
    expect(text("2026-06-01T11:00:00Z")).toBe("01/06/26 12:00 overdue");
    expect(text("2026-06-01T15:00:00Z")).toBe("01/06/26 16:00 today");
    expect(text("2026-06-02T15:00:00Z")).toBe("02/06/26 16:00");
    expect(text(null)).toBe("");
  });
  it("counts working time in hours and minutes", () => {
    expect([hours(59), hours(125)]).toEqual(["59 min", "2 h 05"]);
  });
});
