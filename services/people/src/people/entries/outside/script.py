"""The script of a form for outside persons: it saves answers during typing, and shows the fields that apply.

The page works without it. Unsaved answers wait in the tab until the server can be reached again.
"""

SCRIPT = """
(() => {
  const form = document.getElementById("sheet"), mark = document.getElementById("kept");
  if (!form || !mark) return;
  const key = () => "form " + location.pathname;
  let timer = 0, busy = false, again = false, leaves = false, last = "";
  const body = () => {
    const all = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") all.append(name, value);
    return all;
  };
  const state = () => { const all = body(); all.delete("form-draft"); return all.toString(); };
  const hold = () => { try { sessionStorage.setItem(key(), state()); } catch {} };
  const forget = () => { try { sessionStorage.removeItem(key()); } catch {} };
  const soon = (wait) => { clearTimeout(timer); timer = setTimeout(keep, wait); };
  const show = (shown) => {
    for (const part of form.querySelectorAll("[data-at]")) part.hidden = !shown.includes(part.dataset.at);
  };
  async function keep() {
    clearTimeout(timer);
    if (busy) { again = true; return; }
    const text = state();
    if (leaves || text === last) return;
    busy = true;
    const all = body();
    all.append("form-step", "keep");
    try {
      const answer = await fetch(location.href, { method: "POST", body: all, keepalive: text.length < 50000 });
      busy = false;
      if (answer.status === 410) { mark.textContent = "This form can no longer be changed."; return; }
      if (!answer.ok) throw new Error(String(answer.status));
      const kept = await answer.json();
      form.elements["form-draft"].value = kept.draft;
      last = text;
      forget();
      if (kept.path !== location.pathname) history.replaceState(null, "", kept.path);
      show(kept.shown);
      if (again || state() !== last) { again = false; hold(); soon(1000); } else mark.textContent = "Saved";
    } catch {
      busy = false;
      mark.textContent = "The server cannot be reached. Your answers wait in this tab and are saved once it answers.";
      soon(5000);
    }
  }
  const restore = () => {
    let text = null;
    try { text = sessionStorage.getItem(key()); } catch {}
    if (!text) return;
    const all = new URLSearchParams(text);
    for (const input of form.elements) {
      if (!input.name || input.type === "hidden" || input.type === "file" || input.type === "submit") continue;
      const values = all.getAll(input.name);
      if (input.type === "checkbox" || input.type === "radio") input.checked = values.includes(input.value);
      else if (all.has(input.name)) input.value = values[0];
    }
    soon(100);
  };
  form.addEventListener("input", () => { mark.textContent = ""; hold(); soon(2000); });
  form.addEventListener("change", () => soon(150));
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    leaves = navigator.onLine;
    if (leaves) return;
    event.preventDefault();
    mark.textContent = "There is no connection. Your answers wait in this tab; please send the form once it is back.";
  });
  addEventListener("online", () => soon(100));
  addEventListener("pageshow", () => { leaves = false; });
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") keep(); });
  last = state();
  restore();
})();
"""
