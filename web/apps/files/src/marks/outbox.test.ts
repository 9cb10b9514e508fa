import { getSession, signedOut, unsentKey } from "@staffroom/api";
import { fakeServer, signInAs, type FakeServer } from "@staffroom/testing";
import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { History } from "./history";
import type { Drawn, Mark } from "./model";
import { Outbox, withSteps } from "./outbox";

const line: Drawn = { page: 0, kind: "ink", points: [[1, 2, 3, 4]], colour: "#111111", width: 2, contents: "" };
const me = 1;
let server: FakeServer;
let nextId: number;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  nextId = 100;
  server.on("POST", "/file/7/marks", ({ body }) => ({
    status: 201,
    body: { data: { ...(body as Drawn), id: nextId++, number: 1, modified: "" } },
  }));
  for (let id = 100; id < 110; id += 1) {
    server.on("DELETE", `/mark/${id}`, () => ({ status: 200, body: { data: { id } } }));
    server.on("PUT", `/mark/${id}`, ({ body }) => ({
      status: 200,
      body: { data: { ...(body as Drawn), id, number: 1, modified: "" } },
    }));
  }
});

const saved = (outbox: Outbox) => waitFor(() => expect(outbox.state.get().saving).toBe("saved"));
const sent = () =>
  server.calls.filter(({ path }) => path.includes("mark")).map(({ method, path }) => `${method} ${path}`);

it("marks are sent one by one, and a change of an unsaved one once it has an id", async () => {
  const outbox = new Outbox(7, me);
  const id = outbox.draw(line);
  outbox.draw({ ...line, page: 1 });
  outbox.change(id, { ...line, width: 9 });
  outbox.remove(id);
  expect(outbox.state.get().saving).toBe("saving");
  await saved(outbox);
  expect(sent()).toEqual(["POST /file/7/marks", "POST /file/7/marks", "PUT /mark/100", "DELETE /mark/100"]);
});

it("a mark without a response is kept and sent again with the same key after the page was closed", async () => {
  server.on("POST", "/file/7/marks", () => ({ status: 503, body: { error: "Busy" } }));
  const outbox = new Outbox(7, me);
  outbox.draw(line);
  await waitFor(() => expect(outbox.state.get().saving).toBe("unsaved"));
  const key = server.calls.find(({ method }) => method === "POST")?.headers["idempotency-key"];
  expect(localStorage.getItem(unsentKey(me, "marks.7"))).toContain(key);
  server.on("POST", "/file/7/marks", ({ body }) => ({
    status: 201,
    body: { data: { ...(body as Drawn), id: 100, number: 1, modified: "" } },
  }));
  const again = new Outbox(7, me);
  expect(again.state.get().saving).toBe("unsaved");
  await again.send();
  expect(again.state.get().saving).toBe("saved");
  expect(server.calls.at(-1)?.headers["idempotency-key"]).toBe(key);
  expect(localStorage.getItem(unsentKey(me, "marks.7"))).toBeNull();
});

it("unsent marks survive an expired session, under their user's name", () => {
  localStorage.setItem(unsentKey(me, "marks.7"), "[]");
  signedOut();
  expect(localStorage.getItem(unsentKey(me, "marks.7"))).toBe("[]");
  expect(getSession().user).toBeNull();
});

it("a refusal is reported, and steps of the refused mark are dropped", async () => {
  server.on("POST", "/file/7/marks", () => ({
    status: 409,
    body: { error: "A file has at most 5000 marks of one person" },
  }));
  const outbox = new Outbox(7, me);
  const refused: number[] = [];
  outbox.listen({ refused: (_, id) => refused.push(id), taken: () => undefined });
  const id = outbox.draw(line);
  outbox.remove(id);
  await saved(outbox);
  expect(refused).toEqual([id]);
  expect(sent()).toEqual(["POST /file/7/marks"]);
});

it("a mark that is gone counts as deleted", async () => {
  server.on("DELETE", "/mark/100", () => ({ status: 404, body: { error: "There is no such mark" } }));
  const outbox = new Outbox(7, me);
  outbox.remove(100);
  await saved(outbox);
});

it("drawing, changing and erasing can be undone and redone", async () => {
  const outbox = new Outbox(7, me);
  const history = new History(outbox);
  let marks: Mark[] = [];
  outbox.listen({
    refused: () => undefined,
    taken: (id, mark) => {
      marks = [...marks.filter((one) => one.id !== id && one.id !== mark?.id), ...(mark ? [mark] : [])];
    },
  });
  history.draw(line);
  await saved(outbox);
  history.change(marks[0] as Mark, { ...line, contents: "Why?" });
  await saved(outbox);
  history.erase(marks[0] as Mark);
  await saved(outbox);
  expect(marks).toEqual([]);
  history.undo();
  await saved(outbox);
  expect(marks).toMatchObject([{ id: 101, contents: "Why?" }]);
  history.undo();
  await saved(outbox);
  expect(marks).toMatchObject([{ id: 101, contents: "" }]);
  history.undo();
  await saved(outbox);
  expect(marks).toEqual([]);
  expect(history.state.get()).toEqual({ canUndo: false, canRedo: true });
  history.redo();
  history.redo();
  await saved(outbox);
  expect(marks).toMatchObject([{ id: 102, contents: "Why?" }]);
  history.draw(line);
  expect(history.state.get()).toEqual({ canUndo: true, canRedo: false });
  await saved(outbox);
});

it("unsent marks are shown in the user's own layer", () => {
  const other = {
    id: 3,
    authorId: 5,
    authorName: "Mo More",
    mine: false,
    released: false,
    score: null,
    marks: [{ ...line, id: 40, score: null, repliesTo: null, number: 1, modified: "" }],
  };
  const drawn = withSteps(
    [other],
    [
      { do: "draw", id: -1, key: "k", mark: line },
      { do: "change", of: -1, mark: { ...line, width: 7 } },
    ],
    { id: me, name: "Sofia" },
  );
  expect(drawn).toMatchObject([
    { id: 3, marks: [{ id: 40 }] },
    { mine: true, authorName: "Sofia", marks: [{ id: -1, width: 7 }] },
  ]);
  expect(withSteps(drawn, [{ do: "delete", of: -1 }], { id: me, name: "Sofia" })[1]?.marks).toEqual([]);
});
