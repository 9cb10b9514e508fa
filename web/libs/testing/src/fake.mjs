// A fake API in memory: for component tests, and for screens without services.
// Its shapes follow docs/api.md; it has none of the services' rules.

import { person, sections, studentColumns } from "./fake-students.mjs";

export { studentColumns };

export const users = {
  sysadmin: { id: 1, firstName: "Sofia", lastName: "Admin", roleIds: ["staff", "sysAdmin"] },
  staff: { id: 2, firstName: "Stephen", lastName: "Staff", roleIds: ["staff"] },
  tutor: { id: 3, firstName: "Tara", lastName: "Tutor", roleIds: ["tutor"] },
};

function userOf(name) {
  const user = users[name];
  return {
    ...user,
    name: `${user.firstName} ${user.lastName}`,
    email: `${name}@staffroom.example`,
    roles: user.roleIds.map((id) => ({ id, title: id })),
    avatar: null,
    avatarOffset: null,
    primaryDepartment: { id: 1, title: "Oxford" },
    organisationId: 1,
    staffId: user.id,
    tutorId: null,
    studentId: null,
    clientId: null,
    candidateId: null,
    invigilatorId: null,
    agentId: null,
    impersonatedBy: null,
  };
}

/** Answers calls as the gateway would: `answer({method, path, query, body, headers})` returns `{status, body}`. */
export function createFake(size = 24_310) {
  const changed = new Map();
  const removed = new Set();
  const jobs = new Map();
  let last = size;
  const read = (id) => ({ ...person(id), ...changed.get(id) });
  const everyone = Array.from({ length: size }, (_, index) => index + 1);
  const ok = (data, status = 200) => ({ status, body: { data } });
  const refuse = (status, error, more = {}) => ({
    status,
    body: { error, code: "refused", requestId: "fake", ...more },
  });

  function rowsOf(query) {
    let rows = everyone.filter((id) => !removed.has(id)).map(read);
    for (const name of ["status", "type", "departmentId", "over18"]) {
      if (query[name]) rows = rows.filter((row) => query[name].split(",").includes(String(row[name])));
    }
    if (query.search)
      rows = rows.filter((row) =>
        `${row.firstName} ${row.lastName} ${row.email}`.toLowerCase().includes(query.search.toLowerCase()),
      );
    const keys = (query.sort ?? "lastName,firstName").split(",");
    return rows.sort((one, other) => {
      for (const key of keys) {
        const name = key.replace(/^-/, "");
        if (one[name] !== other[name]) return (one[name] < other[name] ? -1 : 1) * (key.startsWith("-") ? -1 : 1);
      }
      return one.id - other.id;
    });
  }

  function list(path, { method, query, body }) {
    const [, , rest = ""] = path.split("/");
    if (path.startsWith("/students/") && method === "GET" && rest === "columns") return ok(studentColumns);
    if (rest === "count") return ok({ total: rowsOf(query).length });
    if (rest === "fields") return ok({ sections });
    if (rest === "export") {
      jobs.set("people-1", {
        started: Date.now(),
        format: body.format,
        total: body.ids?.length ?? rowsOf(body.query).length,
      });
      return ok({ id: "people-1" }, 202);
    }
    if (!rest && method === "POST") return ok({ id: (last += 1) }, 201);
    if (!rest) {
      const pageSize = Number(query.pageSize ?? 50);
      const from = query.after ? Number(query.after) : (Number(query.page ?? 1) - 1) * pageSize;
      const rows = rowsOf(query);
      const next = from + pageSize < rows.length ? String(from + pageSize) : null;
      const exact = rows.length <= 10_000;
      return {
        status: 200,
        body: {
          data: rows.slice(from, from + pageSize),
          total: exact ? rows.length : 10_001,
          totalIsExact: exact,
          next,
        },
      };
    }
    const id = Number(rest);
    if (path.endsWith("/history"))
      return ok([
        {
          id: 1,
          field: query.field,
          oldValue: "Before",
          newValue: "After",
          changed: "2026-11-20T10:00:00Z",
          userId: 1,
          userName: "Sofia Admin",
          actingUserId: null,
        },
      ]);
    if (removed.has(id) || !(id >= 1 && id <= size)) return refuse(404, "There is no such student");
    if (method === "DELETE") {
      removed.add(id);
      return ok({ id });
    }
    if (method === "PUT") {
      const { field, newValue, oldValue } = body;
      const present = read(id)[field];
      if (newValue === "refuse me")
        return refuse(422, "This name is taken", { fields: { [field]: "This name is taken" } });
      if (oldValue !== undefined && JSON.stringify(present) !== JSON.stringify(oldValue)) {
        return refuse(409, "Changed in the meantime", { code: "changed_meanwhile", value: present });
      }
      changed.set(id, { ...changed.get(id), [field]: newValue });
      return ok({ field, value: newValue, modified: true, version: 2 });
    }
    return ok({
      ...read(id),
      may: {
        edit: ["firstName", "lastName", "status", "type", "email", "phone", "birthday", "balance", "address", "notes"],
        delete: true,
      },
      moves: [
        {
          name: "retire",
          title: "Retire",
          style: "danger",
          confirm: {
            title: "Retire student?",
            text: "They leave every course.",
            yes: "Retire student",
            no: "Keep student",
          },
          path: `/students/${id}/retire`,
          method: "POST",
          needs: [],
        },
      ],
    });
  }

  const mine = {
    views: [],
    tables: [],
    stars: [],
    settings: { theme: "device", density: "compact", language: "en", startPage: "/", version: 0 },
  };

  function personal(path, { method, query, body }) {
    const [, , part, id] = path.split("/");
    if (part === "settings") {
      if (method === "PUT") mine.settings = { ...mine.settings, ...body, version: mine.settings.version + 1 };
      return ok(mine.settings);
    }
    const isLayout = part === "layout";
    const kept = isLayout ? mine.views : mine[part];
    const place = kept.findIndex((one) =>
      isLayout ? one.name === null && one.list === body.list : String(one.id) === id,
    );
    if (method === "GET") return ok(kept.filter((one) => !query.list || one.list === query.list));
    if (method === "DELETE") return ok(kept.splice(place, 1)[0]);
    if (place >= 0) return ok((kept[place] = { ...kept[place], ...body }));
    const usual =
      part === "stars"
        ? { created: "2026-11-20T10:00:00Z" }
        : { name: null, query: {}, columns: [], view: "table", isDefault: false, position: kept.length, version: 1 };
    kept.push({ id: kept.length + 1, ...usual, ...body });
    return ok(kept.at(-1), isLayout ? 200 : 201);
  }

  function signIn(name) {
    return ok({
      authToken: `token-${name}`,
      timeStamp: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      user: userOf(name),
    });
  }

  function answer(request) {
    const { body, headers } = request;
    const path = request.path.replace(/^\/api\/v[12]/, "");
    if (path === "/auth/login") {
      if (!users[body?.username] || body.password !== "staffroom")
        return refuse(401, "The user name or the password is not right");
      if (!users[body.username].roleIds.includes("staff"))
        return refuse(403, "You do not have access to this application");
      return signIn(body.username);
    }
    if (path === "/auth/refresh") {
      const name = /fake=(\w+)/.exec(headers.cookie ?? "")?.[1];
      return name && users[name] ? signIn(name) : refuse(401, "Not signed in");
    }
    if (path === "/auth/logout" || path.startsWith("/auth/password")) return ok({});
    const name = /^Bearer token-(\w+)$/.exec(headers.authorization ?? "")?.[1];
    if (!name) return refuse(401, "Not signed in");
    if (path === "/auth/user") return ok(userOf(name));
    if (path === "/auth/impersonate/stop") return signIn("sysadmin");
    if (path.startsWith("/auth/impersonate/")) {
      const answered = signIn("staff");
      answered.body.data.user.impersonatedBy = { id: 1, name: "Sofia Admin" };
      return answered;
    }
    if (path.startsWith("/me/")) return personal(path, request);
    if (path === "/students" || path.startsWith("/students/")) return list(path, request);
    if (path.startsWith("/jobs/")) {
      const job = jobs.get("people-1");
      const done = Math.min(job.total, Math.round(((Date.now() - job.started) / 2500) * job.total));
      const state = path.endsWith("/cancel") ? "cancelled" : done >= job.total ? "done" : "running";
      return ok({
        id: "people-1",
        kind: "export",
        state,
        done,
        total: job.total,
        result: state === "done" ? { fileId: 77, name: `students.${job.format}`, rows: job.total } : null,
        error: null,
      });
    }
    if (path === "/file/77/download") return { status: 200, body: "bytes" };
    if (path === "/comments") {
      return ok([
        {
          id: 1,
          author: { id: 1, name: "Sofia Admin" },
          type: "General",
          comment: "<p>Spoke to the parents: <b>all is well</b>.</p>",
          createdDate: "2026-11-18T14:05:00Z",
          modifiedDate: null,
          pinned: true,
          locked: false,
          color: null,
        },
        {
          id: 2,
          author: { id: 2, name: "Stephen Staff" },
          type: "Academic",
          comment: "<p>Predicted grades were sent.</p>",
          createdDate: "2026-11-19T08:12:00Z",
          modifiedDate: "2026-11-19T09:00:00Z",
          pinned: false,
          locked: true,
          color: null,
        },
      ]);
    }
    if (path === "/comments/types") return ok(["General", "Academic", "Finance"]);
    if (path === "/comment/add") return ok({ id: 3 }, 201);
    if (path === "/notifications/ticket") return ok({ ticket: "fake" });
    if (path === "/notifications")
      return ok([
        {
          number: 2,
          kind: "ticket",
          title: "Ticket 118 was answered",
          text: "Tech support replied",
          target: "/support/tickets/my",
          created: new Date(Date.now() - 300_000).toISOString(),
        },
      ]);
    if (path === "/release-notes") return ok([{ id: 4, version: "1.102.79" }]);
    if (path === "/error") return ok({ id: 9 }, 201);
    return refuse(404, "There is nothing at this address");
  }

  return { answer };
}
