import { ListScreen } from "@staffroom/list";
import { useMemo } from "react";
import { useParams } from "react-router";

export default function Screen() {
  const { type } = useParams();
  const fixed = useMemo(() => (type ? { type } : undefined), [type]);
  return <ListScreen path="/locations" fixed={fixed} />;
}
