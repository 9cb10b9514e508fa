/** Stands for a part of antd that no screen uses yet; which parts, `leftOut` in `libs/build` says. */
export default function LeftOut() {
  throw new Error("This part of antd is left out of the build; take it off the list in libs/build");
}
