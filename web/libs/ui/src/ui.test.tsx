import { ApiError, appVersion } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  allowedTags,
  BugReportDialog,
  bugReportOf,
  colorOf,
  formatBytes,
  formatDate,
  formatDateTime,
  formatMoney,
  luminance,
  openBugReport,
  palette,
  plainText,
  sanitise,
  sizeLimit,
  statusColors,
  textOn,
  toast,
  Toaster,
  toastOfError,
  uploadProblem,
  currentToasts,
} from "./index";

const failed = (status: number, body: ApiError["body"] = { error: "Broke" }) =>
  new ApiError({
    status,
    message: "m",
    body,
    request: {
      method: "GET",
      path: "/api/v1/x",
      headers: { Authorization: "Bearer secret", Accept: "a" },
      body: { a: 1 },
    },
  });

describe("toasts, platform.md 8", () => {
  it.each<[number, string, number]>([
    [500, "negative", 60],
    [503, "negative", 60],
    [499, "info", 10],
    [403, "info", 10],
  ])("%i is %s for %i s", (status, kind, seconds) => {
    expect(toastOfError(failed(status), "/students/list")).toMatchObject({ kind, seconds });
  });
  it("other toasts are shown for 5 s", () => expect(toastOfError(failed(0, null), "/x")).toMatchObject({ seconds: 5 }));
  it("statuses above 403 are skipped on the root route", () => {
    expect(toastOfError(failed(404), "/")).toBeNull();
    expect(toastOfError(failed(403), "/")).not.toBeNull();
  });
  it("an error offers Report and Dismiss", async () => {
    window.location.hash = "#/students/list";
    renderScreen(<Toaster />);
    act(() => toast.error(failed(500)));
    const card = await screen.findByRole("alert");
    expect(card.dataset.icon).toBe("report_problem");
    expect(card.textContent).toBe("500: BrokeReportDismiss");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });
  it("the default text is the locale's", () => {
    act(() => toast.success());
    expect(currentToasts().at(-1)?.text).toBe("Action was successful");
  });
});

describe("bug report", () => {
  it("a report has what platform.md 3 lists and no authorisation", () => {
    signInAs();
    const report = bugReportOf(failed(500), "It broke");
    expect(Object.keys(report).sort()).toEqual([
      "API",
      "app",
      "description",
      "host",
      "message",
      "optionalMsg",
      "platform",
      "request",
      "response",
      "route",
      "school",
      "status",
      "userAgent",
      "userId",
      "version",
    ]);
    expect(JSON.stringify(report)).not.toContain("secret");
    expect(report).toMatchObject({ app: "staff", version: appVersion, status: 500, userId: 1, API: "/api/v1/x" });
  });
  it.each<[boolean, string]>([
    [true, "Report submitted"],
    [false, "Report failed"],
  ])("sent %s says %s", async (works, title) => {
    const server = fakeServer();
    if (!works) server.on("POST", "/api/v2/error", () => ({ status: 500, body: null }));
    signInAs();
    renderScreen(<BugReportDialog />);
    act(() => openBugReport(failed(500)));
    await userEvent.type(await screen.findByLabelText(/What were you doing/), "It broke");
    await userEvent.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByText(title)).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  });
});

describe("rich text", () => {
  it.each([
    ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
    ['<p onclick="x()">a</p>', "<p>a</p>"],
    ['<a href="javascript:x()">a</a>', "<a>a</a>"],
    [
      '<a href="https://a.org" target="top">a</a>',
      '<a href="https://a.org" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    ],
    ['<img src=x onerror="x()">', ""],
    ['<iframe src="https://evil.org"></iframe>', "<iframe></iframe>"],
    ['<p style="color:red;position:fixed">a</p>', '<p style="color:red">a</p>'],
    ['<p style="background-color:url(//x)">a</p>', "<p>a</p>"],
    ["<svg><p>a</p></svg>", "<p>a</p>"],
    ['<p class="x" id="y" data-z="1">a</p>', "<p>a</p>"],
  ])("%s becomes %s", (html, clean) => expect(sanitise(html)).toBe(clean));
  it("the text of every allowed tag stays", () =>
    expect(plainText("<h1>A</h1><ul><li>b</li><li>c</li></ul>")).toBe("A b c"));
  it("the allowed tags are the specification's", () => {
    for (const tag of [
      "h1",
      "p",
      "a",
      "ol",
      "b",
      "i",
      "strong",
      "em",
      "table",
      "pre",
      "iframe",
      "font",
      "sup",
      "sub",
      "u",
      "span",
      "div",
      "code",
      "hr",
      "br",
      "blockquote",
    ]) {
      expect(allowedTags).toContain(tag);
    }
  });
});

describe("how things are shown", () => {
  it.each<[unknown, string]>([
    ["2026-11-21", "21/11/26"],
    ["2026-06-30T23:30:00Z", "01/07/26"],
    [null, ""],
    ["nonsense", ""],
  ])("date %o is %s", (value, text) => expect(formatDate(value)).toBe(text));
  it.each<[unknown, string]>([
    ["2026-11-21T09:30:00Z", "21/11/26 09:30"],
    ["2026-07-01T09:30:00Z", "01/07/26 10:30"],
    ["2026-07-01T23:00:00", "02/07/26 00:00"],
  ])("timestamp %o is %s", (value, text) => expect(formatDateTime(value)).toBe(text));
  it("money is en-GB from minor units", () => {
    expect(formatMoney(123_456, "GBP")).toBe("£1,234.56");
    expect(formatMoney(-50, "EUR")).toBe("-€0.50");
    expect(formatMoney(100, "nonsense")).toBe("£1.00");
  });
  it("text is white on a background luminance of 150 or below", () => {
    expect(luminance("#969696")).toBe(150);
    expect(textOn("#969696")).toBe("#ffffff");
    expect(textOn("#979797")).toBe(palette.ink);
  });
  it("statuses have the colours of platform.md 4", () => {
    expect(statusColors).toMatchObject({
      active: "green",
      retired: "grey",
      alumni: "orange",
      training: "orange",
      enquiry: "red",
      paid: "green",
      due: "amber",
      final: "amber",
    });
    expect(colorOf(null, "Active")).toBe("var(--green)");
    expect(colorOf("negative")).toBe("var(--red)");
  });
});

describe("uploads, platform.md 5", () => {
  it.each<[string, number]>([
    ["5 kb", 5120],
    ["2MB", 2 * 1024 ** 2],
    ["1 gb", 1024 ** 3],
    ["1 tb", 1024 ** 4],
    ["5 parsecs", 100 * 1024 ** 2],
    ["", 100 * 1024 ** 2],
  ])("%s is %i bytes", (text, bytes) => expect(sizeLimit(text)).toBe(bytes));
  it("extensions are accepted in any case", () => {
    expect(uploadProblem({ name: "a.PDF", size: 1 })).toBeNull();
    expect(uploadProblem({ name: "a.exe", size: 1 })).toBe("This type of file is not accepted");
    expect(uploadProblem({ name: "a.pdf", size: 2048 }, "1 kb")).toBe("The file is larger than 1 KB");
    expect(formatBytes(1536)).toBe("1.5 kB");
  });
});
