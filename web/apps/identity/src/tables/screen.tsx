import { useApi } from "@staffroom/api";
import { Answered, PageHeader } from "@staffroom/ui";
import { useParams } from "react-router";
import { TableOfList } from "./table-of-list";
import type { SharedTable } from "./definition";
import "../style.css";

/** A list as somebody saved it for others, under an address of its own. */
export default function Screen() {
  const { slug = "" } = useParams();
  const query = useApi<SharedTable>(`/table/${slug}`);
  if (!query.data)
    return (
      <>
        <PageHeader title="Table" />
        <Answered query={query}>{() => null}</Answered>
      </>
    );
  return <TableOfList key={query.data.id} table={query.data} reload={() => void query.refetch()} />;
}
