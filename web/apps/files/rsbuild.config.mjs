import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { remoteConfig } from "@staffroom/build";

const config = remoteConfig("files");
// Files that pdf.js loads when a PDF needs them (src/reader/pdf-source.ts).
const pdfjs = dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));
config.output.copy = ["cmaps", "standard_fonts"].map((folder) => ({
  from: join(pdfjs, folder),
  to: `static/${folder}`,
}));

export default config;
