// Keeps the files of the client application, so that it opens where the server cannot be reached. Answers of calls are never
// kept: a phone that is lent holds nobody's records.
const kept = "staffroom-client";
const mostFiles = 400;
/** A file with a hash in its name never changes. */
const hashed = /[.][0-9a-f]{8,20}\.(?:js|css|woff2?|png|svg|webp)$/;

async function keep(request, answer) {
  if (!answer.ok) return answer;
  const files = await caches.open(kept);
  await files.put(request, answer.clone());
  const all = await files.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - mostFiles)).map((oldest) => files.delete(oldest)));
  return answer;
}

async function keptFirst(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request));
}

async function newestFirst(request) {
  try {
    return await keep(request, await fetch(request));
  } catch (error) {
    const answer = await caches.match(request);
    if (answer) return answer;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isFile =
    request.method === "GET" && origin === self.location.origin && !/^\/(?:api|healthz|pay)(?:\/|$)/.test(pathname);
  if (isFile) event.respondWith(hashed.test(pathname) ? keptFirst(request) : newestFirst(request));
});
