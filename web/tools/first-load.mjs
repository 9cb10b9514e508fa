import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.mjs";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Returns the bytes of scripts, styles and the page that a first visit loads, compressed as the gateway sends them. */
export async function firstLoad(dist) {
  let bytes = 0;
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    const path = join(dist, normalize(name === "/" ? "/index.html" : name));
    const data = path.startsWith(dist) ? await readFile(path).catch(() => null) : null;
    if (!data) return response.writeHead(404).end();
    if ([".html", ".js", ".css"].includes(extname(path))) {
      const { size } = await stat(`${path}.gz`);
      bytes += size;
    }
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" }).end(data);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: "networkidle" });
    await page.getByLabel("User name").waitFor();
  } finally {
    await browser.close();
    server.close();
  }
  return bytes;
}
