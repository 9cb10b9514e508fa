// In the page's head: every style sheet of ours follows it.
import "antd/dist/antd.css";

// Sets the colour scheme of the chosen theme, before anything of the shell is loaded.
try {
  const { theme } = JSON.parse(localStorage.getItem("staffroom.appearance") ?? "{}") as { theme?: string };
  if (theme && theme !== "device") document.documentElement.style.colorScheme = theme === "dark" ? "dark" : "light";
} catch {
  /* Follow the device. */
}
// The payment link of an invoice needs nothing of the back office; pay.tsx handles it if that is already open.
const invoice = /^#\/invoice\/([\w-]+)$/.exec(window.location.hash);
if (invoice) window.location.replace(`/pay/${invoice[1]}`);
else void speaking().then(() => import("./bootstrap"));

/** Loads the catalogue of the device's last user; English has none. */
async function speaking(): Promise<void> {
  let name: string | null = null;
  try {
    name = localStorage.getItem("staffroom.language");
  } catch {
    /* English. */
  }
  // If the catalogue cannot be loaded, the page is in English.
  if (name && name !== "en") await import("./language").then(({ speak }) => speak(name)).catch(() => undefined);
}
