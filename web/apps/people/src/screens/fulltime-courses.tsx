import { ListScreen } from "@staffroom/list";

const fulltime = { fulltime: "true" };

export default function Screen() {
  return <ListScreen list="courses" title="Full-time courses" fixed={fulltime} />;
}
