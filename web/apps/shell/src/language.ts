import { isLanguage, setLanguage } from "@staffroom/language";

/** Has the page speak a language before anything of it is drawn. */
export async function speak(name: string): Promise<void> {
  if (isLanguage(name)) await setLanguage(name);
}
