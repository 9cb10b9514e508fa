import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("restores a session after another page's sign-in, though none was saved here", async () => {
  const data = { authToken: "t", user: { id: 7, roleIds: [] }, timeStamp: "", expiresAt: "" };
  const calls = vi.fn(() => new Response(JSON.stringify({ data })));
  vi.stubGlobal("fetch", async (address: string) =>
    address.includes("/auth/refresh?") ? calls() : new Response(null, { status: 404 }),
  );
  sessionStorage.setItem("staffroom.elsewhere", "gone");
  // A page that begins has modules of its own.
  vi.resetModules();
  const { restoreSession } = await import("./auth");
  const { getSession } = await import("./session");
  await restoreSession();
  expect(calls).toHaveBeenCalledOnce();
  expect(getSession().status).toBe("signedIn");
  expect(localStorage.getItem("staffroom.session")).toContain('"userId":7');
  expect(sessionStorage.getItem("staffroom.elsewhere")).toBeNull();
});
