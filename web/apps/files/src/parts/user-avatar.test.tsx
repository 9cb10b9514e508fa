import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import UserAvatar from "./user-avatar";

beforeEach(() => signInAs());

const answer = {
  image: "AAAA",
  mediaType: "image/png",
  size: 64,
  offset: null,
  version: 0,
  generated: true,
  initials: "Ж李",
};

function show(data: typeof answer) {
  fakeServer().on("GET", "/avatar/user/7", () => ({ status: 200, body: { data } }));
  return renderScreen(<UserAvatar userId={7} />);
}

it("initials are drawn as text, with the browser's fonts", async () => {
  show(answer);
  await waitFor(() => expect(document.querySelector(".sr-avatar")?.textContent).toBe("Ж李"));
  expect(document.querySelector(".sr-avatar img")).toBeNull();
});

it("the picture is shown if there is one", async () => {
  show({ ...answer, generated: false });
  await waitFor(() =>
    expect(document.querySelector(".sr-avatar img")?.getAttribute("src")).toBe("data:image/png;base64,AAAA"),
  );
});
