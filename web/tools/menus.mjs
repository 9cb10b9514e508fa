// Computes the menus from the areas' declarations and the roles that the services' rules admit: each entry by its
// group, with its roles. `npm run menus` prints them into apps/e2e/menus.json, which a test compares with
// the sources and navigation.spec.ts opens in the browser.
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { areas, areaOf, contract, rolesFor, sourceOf } from "@staffroom/build";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const menusFile = join(web, "apps/e2e/menus.json");
/** Additional roles of staff; sysAdmin has every entry and is named only if nobody else has it. */
const offices = [
  "accounting",
  "cancelsInvoices",
  "finance",
  "academicOffice",
  "examsOffice",
  "affiliateCompliance",
  "website",
  "techSupport",
  "tutorSupport",
];
const holders = {
  staff: [["staff"], ...offices.map((office) => ["staff", office]), ["staff", "sysAdmin"]],
  client: ["tutor", "student", "client", "candidate", "invigilator", "agent"].map((kind) => [kind]),
};

/**
 * Returns, for each application, the groups with their entries in menu order, and each one's roles. `staff`: the whole
 * office.
 */
export function menus() {
  const { asClient } = contract();
  const { menuItems } = sourceOf("apps/shell/src/menu/menu-model.ts");
  const all = areas.map((name) => areaOf(name, rolesFor(name)));
  const shown = (parts, people) => {
    const mine = people.map((roles) => [roles.at(-1), menuItems(parts, roles).map(({ link }) => link)]);
    const groups = {};
    for (const { group, title, link } of menuItems(parts, people.flat())) {
      const roles = mine.flatMap(([role, links]) => (links.includes(link) ? [role] : []));
      const named = roles.length > 1 ? roles.filter((role) => role !== "sysAdmin") : roles;
      (groups[group] ??= {})[title] = named.includes("staff") ? ["staff"] : named;
    }
    return groups;
  };
  return { staff: shown(all, holders.staff), client: shown(all.map(asClient), holders.client) };
}

/** Formats the menus as text, one entry per line. */
export const printed = () =>
  `${JSON.stringify(menus(), null, 2).replaceAll(/\[\s+([^\]]*?)\s+\]/g, (_, roles) => `[${roles.replaceAll(/\s+/g, " ")}]`)}\n`;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await writeFile(menusFile, printed());
