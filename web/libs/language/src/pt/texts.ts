import areas from "./areas.json";
import exams from "./exams.json";
import files from "./files.json";
import finance from "./finance.json";
import forms from "./forms.json";
import identity from "./identity.json";
import leads from "./leads.json";
import menus from "./menus.json";
import people from "./people.json";
import served from "./served.json";
import services from "./services.json";
import shared from "./shared.json";
import shell from "./shell.json";
import support from "./support.json";
import teaching from "./teaching.json";

/** The Portuguese of the English texts, each of which is in one of the files. */
export const texts: Readonly<Record<string, string | undefined>> = {
  ...exams,
  ...files,
  ...finance,
  ...forms,
  ...identity,
  ...leads,
  ...menus,
  ...people,
  ...served,
  ...services,
  ...shared,
  ...shell,
  ...support,
  ...teaching,
};

/** Words with another meaning in an area; none if it has no such words. */
export const inArea = (area: string | undefined): Readonly<Record<string, string | undefined>> =>
  area ? ((areas as Record<string, Record<string, string>>)[area] ?? {}) : {};
