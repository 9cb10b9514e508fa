import { IconButton, useNeighbours, type Neighbours } from "@staffroom/ui";
import { useLocation, useNavigate } from "react-router";

/**
 * Links to the previous and next record in the list that this one was opened from. `replace`: Back returns to the list.
 */
export function NeighbourButtons({ neighbours, replace }: { neighbours: Neighbours | null; replace?: boolean }) {
  const navigate = useNavigate();
  if (!neighbours) return null;
  const { place, count, previous, next } = neighbours;
  const to = (address: string | undefined) => address && void navigate(address, { replace });
  return (
    <span className="sr-neighbours">
      <IconButton
        label="Previous record"
        icon="chevron-left"
        refusal={previous ? undefined : "This is the first record of the page that you came from"}
        onClick={() => to(previous)}
      />
      <span className="sr-muted sr-num">
        {place + 1} of {count}
      </span>
      <IconButton
        label="Next record"
        icon="chevron-right"
        refusal={next ? undefined : "This is the last record of the page that you came from"}
        onClick={() => to(next)}
      />
    </span>
  );
}

/** The same for the record that is open over its list, by the address that names it. */
export function OpenNeighbours() {
  const { pathname, search } = useLocation();
  return <NeighbourButtons neighbours={useNeighbours(`${pathname}${search}`)} replace />;
}
