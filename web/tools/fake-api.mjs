// Serves `dist/` and a fake API on one port, for screens without services: `npm run fake-api [port]`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createFake } from "../libs/testing/src/fake.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
// The gateway's Content-Security-Policy, so that a violation shows here first.
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";
const fake = createFake();

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  if (url.pathname === "/api/v1/notifications/stream") {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write("event: ping\ndata: {}\n\n");
    const timer = setInterval(() => response.write("event: ping\ndata: {}\n\n"), 15_000);
    request.on("close", () => clearInterval(timer));
  } else if (url.pathname.startsWith("/api/")) {
    const body = await bodyOf(request);
    const query = Object.fromEntries(url.searchParams);
    const answer = fake.answer({ method: request.method, path: url.pathname, query, body, headers: request.headers });
    const headers = { "Content-Type": "application/json", "X-Request-Id": request.headers["x-request-id"] ?? "fake" };
    if (url.pathname.endsWith("/auth/login") && answer.status === 200)
      headers["Set-Cookie"] = `fake=${body.username}; Path=/; HttpOnly`;
    if (url.pathname.endsWith("/auth/logout")) headers["Set-Cookie"] = "fake=; Path=/; Max-Age=0";
    response
      .writeHead(answer.status, headers)
      .end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  } else {
    const path = join(dist, normalize(decodeURIComponent(url.pathname.replace(/\/$/, "/index.html"))));
    const data = path.startsWith(dist) ? await readFile(path).catch(() => null) : null;
    if (!data) return response.writeHead(404).end();
    response
      .writeHead(200, {
        "Content-Type": types[extname(path)] ?? "application/octet-stream",
        "Content-Security-Policy": policy,
      })
      .end(data);
  }
});
server.listen(Number(process.argv[2] ?? 4180), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
