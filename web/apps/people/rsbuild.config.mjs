import { remoteConfig } from "@staffroom/build";

export default remoteConfig("people");
