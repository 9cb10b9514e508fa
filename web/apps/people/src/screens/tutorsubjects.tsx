import { ListScreen } from "@staffroom/list";

export default function Screen() {
  return <ListScreen path="/tutors/subjects" />;
}
