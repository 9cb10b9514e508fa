import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ApiError } from "@staffroom/api";
import { renderScreen } from "@staffroom/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Answered } from "./page/answered";
import { attempt, useAttempt } from "./dialogs/attempt";
import { IconButton } from "./controls/icon-button";
import { offerLists } from "./page/list-of";
import { ErrorState } from "./page/states";
import { PlainTable } from "./page/plain-table";
import { currentToasts } from "./dialogs/toasts";
import { Toggle, useAddressToggle } from "./controls/toggle";

beforeEach(() => void (window.location.hash = "#/some/screen"));

it("a query shows a placeholder, its error with Retry, or its response", async () => {
  const refetch = vi.fn();
  const draw = (query: { data: string | undefined; error: unknown }) => (
    <Answered query={{ ...query, refetch }} title="No text">
      {(text) => <b>{text}</b>}
    </Answered>
  );
  const { unmount } = renderScreen(draw({ data: undefined, error: null }));
  expect(screen.getByLabelText("Loading")).toBeTruthy();
  unmount();
  const failed = renderScreen(draw({ data: undefined, error: new Error("broken") }));
  expect(screen.getByText("No text")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalled();
  failed.unmount();
  // A response stays while a refresh of it fails.
  renderScreen(draw({ data: "here", error: new Error("broken") }));
  expect(screen.getByText("here")).toBeTruthy();
});

it("a command's error becomes a toast", async () => {
  expect(await attempt(() => Promise.resolve())).toBe(true);
  expect(await attempt(() => Promise.reject(new Error("no")))).toBe(false);
  expect(currentToasts().map(({ text }) => text)).toEqual(["no"]);
});

it("the running command is named", async () => {
  let finish = () => {};
  function Commands() {
    const [busy, run] = useAttempt();
    return (
      <>
        <output>{String(busy)}</output>
        <button type="button" onClick={() => void run(() => new Promise<void>((done) => (finish = done)), "send")}>
          Send
        </button>
      </>
    );
  }
  renderScreen(<Commands />);
  expect(screen.getByRole("status").textContent).toBe("null");
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("status").textContent).toBe("send");
  finish();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("null"));
});

it("a short table has row names, numbers, a footer, and a text if it is empty", () => {
  const columns = [
    { title: "Name", head: true, cell: (row: { id: number; name: string }) => row.name },
    false as const,
    { title: "Id", num: true, cell: (row: { id: number; name: string }) => row.id },
  ];
  const { unmount } = renderScreen(
    <PlainTable
      caption="Persons"
      rows={[{ id: 7, name: "Ada" }]}
      columns={columns}
      empty="Nobody"
      foot={
        <tr>
          <td>One</td>
        </tr>
      }
    />,
  );
  expect(screen.getByRole("table", { name: "Persons" })).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "Ada" })).toBeTruthy();
  expect(screen.getByRole("cell", { name: "7" }).className).toBe("num");
  expect(screen.getByText("One").closest("tfoot")).toBeTruthy();
  expect(screen.queryByText("Nobody")).toBeNull();
  unmount();
  renderScreen(<PlainTable rows={[]} columns={columns} empty="Nobody" />);
  expect(screen.getByText("Nobody").getAttribute("colspan")).toBe("2");
});

it("an icon button's click does not reach its row", async () => {
  const [remove, open] = [vi.fn(), vi.fn()];
  renderScreen(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a row
    <div onClick={open}>
      <IconButton label="Delete" icon="trash" onClick={remove} />
    </div>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(remove).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
});

it("the address keeps a switch, and changing it returns to the first page", async () => {
  function Switched() {
    const [on, turn] = useAddressToggle("each");
    return (
      <Toggle on={on} onChange={turn}>
        Each
      </Toggle>
    );
  }
  const { router } = renderScreen(<Switched />, { address: "/errors?page=3&search=a" });
  await userEvent.click(screen.getByLabelText("Each"));
  await waitFor(() => expect(router.state.location.search).toBe("?search=a&each=true"));
  await userEvent.click(screen.getByLabelText("Each"));
  await waitFor(() => expect(router.state.location.search).toBe("?search=a"));
});

it("a missing record links back to its list", () => {
  const failed = (status: number) =>
    new ApiError({
      status,
      message: "",
      body: { error: "There is no such student", code: "x", requestId: "r" },
      request: { method: "GET", path: "/students/9", headers: {} },
    });
  offerLists(() => undefined);
  const { rerender } = renderScreen(<ErrorState error={failed(404)} />);
  expect(screen.queryByText(/^Back to the list/)).toBeNull();
  expect(screen.getByText("Data missing")).toBeTruthy();
  expect(screen.getByText("This page appears once its data has been submitted.")).toBeTruthy();
  const back = vi.spyOn(window.history, "back").mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole("button", { name: "Go back" }));
  expect(back).toHaveBeenCalledOnce();
  act(() => offerLists(() => ({ title: "Students", link: "/students/list", views: [] })));
  expect(screen.getByRole("link", { name: "Back to the list of Students" }).getAttribute("href")).toBe(
    "#/students/list",
  );
  rerender(<ErrorState error={failed(404)} title="Student 9 was not found" />);
  expect(screen.queryByText("Data missing")).toBeNull();
  rerender(<ErrorState error={failed(500)} />);
  expect(screen.getByText("This did not load")).toBeTruthy();
  expect(screen.queryByText(/^Back to the list/)).toBeNull();
});

it("no screen says 'Action was successful' instead of what happened", () => {
  const web = resolve(import.meta.dirname, "../../..");
  const bare = ["apps", "libs"].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !path.includes(".test."))
      .filter((path) => readFileSync(join(web, folder, path), "utf8").includes("toast.success()"))
      .map((path) => `${folder}/${path}`),
  );
  expect(bare).toEqual([]);
});
