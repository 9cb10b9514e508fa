import { readFileSync } from "node:fs";
import path from "node:path";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { acceptedExtensions } from "@staffroom/ui";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { previewOf } from "./load";
import { Viewer } from "./viewer";

beforeEach(() => {
  signInAs();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
});

const mail = {
  from: "Zoë <zoe@example.org>",
  to: "office@staffroom.example",
  cc: "",
  subject: "The mock exam",
  date: "2026-11-05T09:30:00+00:00",
  html: "<p>See the <b>file</b>.</p>",
  text: "",
  attachments: [
    { place: 1, name: "Notes.txt", size: 13 },
    { place: 2, name: "Plan.dwg", size: 20 },
  ],
};

function show(extension: string) {
  const server = fakeServer();
  const data = (value: unknown) => () => ({ status: 200, body: { data: value } });
  server.on(
    "GET",
    "/file/2/details",
    data({
      id: 2,
      name: "file2",
      extension,
      contentType: "document",
      description: "",
      fileType: "text/plain",
      size: 5,
      uploadedAt: "2026-11-20T10:00:00Z",
      uploadedBy: { id: 1, name: "Sofia" },
    }),
  );
  server.on("GET", "/file/2/download", () => ({ status: 200, body: "Words" }));
  server.on("GET", "/file/2/picture", () => ({ status: 200, body: "JPEG" }));
  server.on("POST", "/file/2/player", data({ address: "/api/v1/file/player/secret", seconds: 600 }));
  server.on("GET", "/file/2/pages", data({ state: "none", pages: null, reason: "", thumbnail: false }));
  server.on("GET", "/file/2/marks", data({ layers: [], releases: false, markedCopy: null }));
  server.on("GET", "/file/2/mail", data(mail));
  server.on("GET", "/file/2/mail/1", () => ({ status: 200, body: "Bring a ruler" }));
  server.on("GET", "/file/2/mail/2", () => ({ status: 200, body: "binary" }));
  renderScreen(<Viewer files={[2]} current={2} onShow={() => undefined} onClose={() => undefined} />);
  return server;
}

/** The content of the viewer for each kind; a PDF is only drawn in a browser, `viewer.spec.ts`. */
const seen = {
  image: (name: string) => screen.findByAltText(name),
  audio: (name: string) => screen.findByLabelText(name),
  video: (name: string) => screen.findByLabelText(name),
  text: () => screen.findByText("Words"),
  mail: () => screen.findByRole("heading", { name: "The mock exam" }),
  none: (name: string) =>
    screen.findByText(
      `No browser can show ${name.split(".").at(-1)?.toUpperCase()} files. Download the file to open it.`,
    ),
  pdf: (name: string) => screen.findByRole("heading", { name }),
};

// platform.md 5 names the extensions.
it.each(acceptedExtensions)("%s opens, or says why not", async (extension) => {
  show(extension);
  expect(await seen[previewOf(extension)](`file2.${extension}`)).toBeTruthy();
});

it("the browser test has a sample of each extension", () => {
  const samples = JSON.parse(
    readFileSync(path.join(import.meta.dirname, "../../../e2e/src/samples.json"), "utf8"),
  ) as Record<string, string>;
  expect(Object.keys(samples)).toEqual([...acceptedExtensions].toSorted());
});

it("an email shows its headers and text, and opens its attachments or says why not", async () => {
  show("eml");
  const article = await screen.findByRole("article", { name: "The mock exam" });
  expect(article.textContent).toMatch(/FromZoë <zoe@example.org>.*Date05\/11\/26 09:30.*See the file\./);
  await userEvent.click(screen.getByRole("button", { name: "Notes.txt" }));
  expect(await screen.findByText("Bring a ruler")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Plan.dwg" }));
  expect(await screen.findByText("DWG files are not shown here. Download the attachment to open it.")).toBeTruthy();
});
