import { ListScreen } from "@staffroom/list";
import { courseCells } from "../cells";

export default function Screen() {
  return <ListScreen path="/courses" cells={courseCells} />;
}
