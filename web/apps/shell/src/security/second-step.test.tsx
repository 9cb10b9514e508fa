import { getSession, queryClient, signedOut } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SignInPage } from "../sign-in/sign-in";
// The page loads it after the password.
import "./second-step";

const prove = {
  error: "Please confirm",
  code: "second_factor",
  challenge: "c1",
  kinds: ["passkey", "totp", "recoveryCode"],
  passkey: { challenge: "AAAA" },
};
const enrol = { error: "Your role asks", code: "second_factor_missing", challenge: "e1" };
const enrolment = {
  challenge: "e1",
  secret: "JBSWY3DPEHPK3PXP",
  address: "otpauth://totp/Staffroom:ada?secret=JBSWY3DPEHPK3PXP",
  qr: "data:image/svg+xml,x",
  passkey: null,
};
const wrong = {
  status: 401,
  body: { error: "This code is wrong, or has already been used", code: "wrong_second_factor" },
};
const expired = { status: 409, body: { error: "This took too long", code: "second_factor_expired" } };
let answer: object;

beforeEach(() => {
  signInAs();
  const { user } = getSession();
  answer = { authToken: "t", user, timeStamp: "", expiresAt: "" };
  signedOut();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function typePassword(refusal: object) {
  const server = fakeServer();
  server.on("GET", "/auth/session", () => ({ status: 200, body: { data: { signInPage: null } } }));
  server.on("POST", "/auth/login", () => ({ status: 401, body: refusal }));
  // Requested as soon as the step is rendered.
  server.on("POST", "/auth/login/enrolment", () => ({ status: 200, body: { data: enrolment } }));
  renderScreen(<SignInPage />, { path: "/login", address: "/login" });
  await userEvent.type(await screen.findByLabelText("User name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  return server;
}

it("a code is asked for after the password, and again after a wrong one", async () => {
  const server = await typePassword(prove);
  const code = await screen.findByLabelText("Code from your authenticator app");
  expect([code.getAttribute("inputmode"), code.getAttribute("autocomplete")]).toEqual(["numeric", "one-time-code"]);
  // This browser has no passkeys, so none is offered.
  expect(screen.queryByRole("button", { name: "Use your passkey" })).toBeNull();
  await userEvent.type(code, "{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Please enter the six digits that the app shows");
  server.on("POST", "/auth/login/second", () => wrong);
  await userEvent.type(code, "000000{Enter}");
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("This code is wrong, or has already been used"),
  );
  server.on("POST", "/auth/login/second", () => ({ status: 200, body: { data: answer } }));
  await userEvent.clear(code);
  await userEvent.type(code, "123 456{Enter}");
  await waitFor(() => expect(getSession().status).toBe("signedIn"));
  expect(server.calls.at(-1)?.body).toEqual({ challenge: "c1", code: "123 456" });
});

it("a recovery code is accepted instead", async () => {
  const server = await typePassword(prove);
  server.on("POST", "/auth/login/second", () => ({ status: 200, body: { data: answer } }));
  await userEvent.click(await screen.findByRole("button", { name: "Use a recovery code" }));
  await userEvent.type(screen.getByLabelText("Recovery code"), "abcd-efgh{Enter}");
  await waitFor(() => expect(getSession().status).toBe("signedIn"));
  expect(server.calls.at(-1)?.body).toEqual({ challenge: "c1", recoveryCode: "abcd-efgh" });
});

it("an expired step returns to the password, with the reason", async () => {
  const server = await typePassword(prove);
  server.on("POST", "/auth/login/second", () => expired);
  await userEvent.type(await screen.findByLabelText("Code from your authenticator app"), "123456{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("This took too long");
  expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
  expect((screen.getByLabelText("User name") as HTMLInputElement).value).toBe("ada");
});

it("a passkey is used if browser and user have one, and a cancelled one is reported", async () => {
  class Signed {
    static parseRequestOptionsFromJSON = (options: object) => options;
    toJSON = () => ({ id: "k" });
  }
  const get = vi
    .fn()
    .mockRejectedValueOnce(new DOMException("stopped", "NotAllowedError"))
    .mockResolvedValue(new Signed());
  vi.stubGlobal("PublicKeyCredential", Signed);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as Navigator, { credentials: { get } }));
  const server = await typePassword(prove);
  server.on("POST", "/auth/login/second", () => ({ status: 200, body: { data: answer } }));
  await userEvent.click(await screen.findByRole("button", { name: "Use passkey" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "The passkey was not used. Please try again, or choose another way.",
  );
  await userEvent.click(screen.getByRole("button", { name: /Use passkey$/ }));
  await waitFor(() => expect(getSession().status).toBe("signedIn"));
  expect(get).toHaveBeenLastCalledWith({ publicKey: prove.passkey });
  expect(server.calls.at(-1)?.body).toEqual({ challenge: "c1", passkey: { id: "k" } });
});

it("a role's first factor is added, and the recovery codes are shown before the next screen", async () => {
  const server = await typePassword(enrol);
  server.on("POST", "/auth/login/enrol", () => ({
    status: 200,
    body: { data: { ...answer, recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] } },
  }));
  expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Enter the code that the app shows"), "123456{Enter}");
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toContain("aaaa-bbbb");
  expect(getSession().status).toBe("signedOut");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(getSession().status).toBe("signedIn");
  expect(server.calls.find(({ path }) => path.endsWith("/enrol"))?.body).toEqual({
    challenge: "e1",
    name: "Authenticator app",
    code: "123456",
  });
});
