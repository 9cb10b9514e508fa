/** Replaces the parts of antd that no screen uses (`antd.mjs`). */
export default function LeftOut() {
  throw new Error("This part of antd is left out of the build; name it in libs/build/src/antd.mjs");
}
