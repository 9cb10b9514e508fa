import { ListScreen } from "@staffroom/list";
import { personCells } from "../cells";

export default function Screen() {
  return <ListScreen path="/students/socialMedia" cells={personCells} />;
}
