import { shellConfig } from "@staffroom/build";

export default shellConfig();
