import { ListScreen } from "@staffroom/list";
import "../style.css";

const cells = {
  color: (value: unknown) => <span className="id-swatch"><i style={{ background: String(value) }} />{String(value)}</span>,
};

export default function Screen() {
  return <ListScreen path="/departments" cells={cells} />;
}
