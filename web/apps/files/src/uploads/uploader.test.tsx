import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import Uploader from "./uploader";

type Answer = { status: number; body: unknown };
let sent: Record<string, unknown>[] = [];
let answers: Answer[] = [];

/** The part of `XMLHttpRequest` that an upload uses. */
class FakeRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  statusText = "";
  responseText = "";
  open() {}
  setRequestHeader() {}
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  send(form: FormData) {
    sent.push(Object.fromEntries(form));
    const { status, body } = answers.shift() ?? { status: 201, body: { data: { id: 40 + sent.length } } };
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    queueMicrotask(() => this.dispatchEvent(new Event("load")));
  }
}

beforeEach(() => {
  signInAs();
  sent = [];
  answers = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

const file = (name: string) => new File(["words"], name, { type: "application/pdf" });

async function choose(kind: string | undefined, ...files: File[]) {
  const uploaded = vi.fn();
  renderScreen(<Uploader kind={kind} entityType="student" entityTypeId={7} onUploaded={uploaded} />);
  await userEvent.click(screen.getByText("Upload"));
  fireEvent.change(await screen.findByLabelText("Choose files"), { target: { files } });
  return uploaded;
}
const press = () => userEvent.click(screen.getAllByRole("button", { name: "Upload files" }).at(-1) as HTMLElement);

it("a refused file is a negative notice of 5 seconds and the rest is kept", async () => {
  await choose("homework", file("setup.exe"), file("essay.pdf"));
  expect(await screen.findByText("essay.pdf")).toBeTruthy();
  expect(screen.queryByText("setup.exe")).toBeNull();
  expect(currentToasts()).toMatchObject([
    {
      kind: "negative",
      seconds: 5,
      title: "setup.exe",
      text: "setup.exe is not a standard image, pdf, or document file",
    },
  ]);
});

it("each file is sent with its kind, description and record", async () => {
  const uploaded = await choose("homework", file("essay.pdf"), file("notes.pdf"));
  await userEvent.type(screen.getByLabelText("Description of notes.pdf"), "Second draft");
  await press();
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
  const same = { uploadType: "homework", entityType: "student", entityTypeId: "7" };
  expect(sent).toMatchObject([
    { ...same, description: "" },
    { ...same, description: "Second draft" },
  ]);
  expect(uploaded.mock.calls[0]?.[0]).toMatchObject([
    { id: 41, name: "essay.pdf" },
    { id: 42, name: "notes.pdf" },
  ]);
  expect(screen.queryByText("Upload files")).toBeNull();
});

it("all of the server's kinds are offered except avatars", async () => {
  const options = [
    { value: "avatar", label: "Avatar" },
    { value: "homework", label: "Homework" },
  ];
  const fields = [{ name: "contentType", title: "Content type", type: "select", options }];
  fakeServer().on("GET", "/file/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "file", title: "File", fields }] } },
  }));
  await choose(undefined, file("essay.pdf"));
  fireEvent.mouseDown(screen.getByLabelText("Content type of essay.pdf"));
  expect(await screen.findByText("Homework")).toBeTruthy();
  expect(screen.queryByText("Avatar")).toBeNull();
});

it("each file needs a content type if there are several", async () => {
  await choose(undefined, file("essay.pdf"));
  expect(screen.getByLabelText("Content type of essay.pdf")).toBeTruthy();
  await press();
  expect(await screen.findByText("Please set file content type for all files")).toBeTruthy();
  expect(sent).toEqual([]);
});

it("a description has at most 50 characters", async () => {
  await choose("homework", file("essay.pdf"));
  fireEvent.change(screen.getByLabelText("Description of essay.pdf"), { target: { value: "x".repeat(51) } });
  expect((await screen.findByRole("alert")).textContent).toBe("Please use maximum 50 characters");
  await press();
  expect(sent).toEqual([]);
});

it("a file that the server refuses stays with its reason, and the others are handed over", async () => {
  answers = [{ status: 422, body: { error: "File type does not match extension" } }];
  const uploaded = await choose("homework", file("wrong.pdf"), file("right.pdf"));
  await press();
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce());
  expect(uploaded.mock.calls[0]?.[0]).toMatchObject([{ name: "right.pdf" }]);
  expect(screen.getByText("File type does not match extension")).toBeTruthy();
  expect(screen.getByText("wrong.pdf")).toBeTruthy();
  expect(screen.queryByText("right.pdf")).toBeNull();
});

it("values that a kind needs are asked for before sending", async () => {
  const server = fakeServer();
  const fields = [
    { name: "reviewDate", title: "Review date", type: "date" },
    { name: "owner", title: "Owner", type: "integer" },
  ];
  server.on("GET", "/file/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "file", title: "File", fields }] } },
  }));
  server.on("GET", "/uploader/needs", () => ({
    status: 200,
    body: { data: { tutorCharter: { reviewDate: true, owner: false } } },
  }));
  await choose("tutorCharter", file("charter.pdf"));
  fireEvent.change(await screen.findByLabelText("Owner, if there is one"), { target: { value: "14" } });
  await press();
  expect(await screen.findByText("Please set the review date of charter.pdf")).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByText("OK"));
  const day = screen.getByLabelText("Review date");
  await userEvent.type(day, "01/02/27{Enter}");
  await press();
  await waitFor(() =>
    expect(sent).toMatchObject([{ uploadType: "tutorCharter", owner: "14", reviewDate: "2027-02-01" }]),
  );
});
