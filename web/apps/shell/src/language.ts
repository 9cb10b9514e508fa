import { isLanguage, setLanguage } from "@staffroom/language";

/** Sets the page's language before anything is rendered. */
export async function speak(name: string): Promise<void> {
  if (isLanguage(name)) await setLanguage(name);
}
