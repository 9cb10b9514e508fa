import { ListScreen } from "@staffroom/list";

export default function Screen() {
  return <ListScreen path="/system/examseries" emptyText="Add the first series, then the exams that can be sat in it." />;
}
