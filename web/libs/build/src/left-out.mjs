/** Replaces the parts of antd that no screen uses (`leftOut` in `libs/build`). */
export default function LeftOut() {
  throw new Error("This part of antd is left out of the build; take it off the list in libs/build");
}
