import { api } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";

type WorkPoints = Answer<"teaching", "/homework/{id}/points">;

/** Interval at which a colleague's marks are refetched. */
const others = 30_000;

/** Fetch the points that markers gave on the files of the work; again after each mark that is saved on this page. */
export function useWorkPoints(hwsId: number, files: readonly number[]): WorkPoints | undefined {
  const path = `/homework/${hwsId}/points`;
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<WorkPoints>(path, { signal }),
    enabled: files.length > 0,
    meta: { of: "marks" },
    refetchInterval: others,
    retry: false,
  });
  return data;
}

/** True if the homework takes its mark from the points, and there are some. */
export const followsPoints = (its: WorkPoints | undefined): boolean =>
  its !== undefined && its.markFrom !== "typed" && its.points !== null;

/** The points on the pages by marker, with those that count for the mark, and a button that uses their sum. */
export function PointsOnPages({ its, mark, onTake }: { its: WorkPoints; mark: string; onTake: () => void }) {
  const source = useFields("/homework")
    .fields.get("markFrom")
    ?.options?.find(({ value }) => value === its.markFrom)?.label;
  if (its.points === null) return null;
  return (
    <div className="tea-points" role="group" aria-label="Points on the pages">
      <span>
        Points on the pages:{" "}
        {its.markers.map(({ userId, name, points, counts }, place) => (
          <span key={userId}>
            {place > 0 && ", "}
            {name} <b>{points}</b>
            {!counts && " (not counted)"}
          </span>
        ))}
      </span>
      {followsPoints(its) && <span className="sr-muted">Mark: {source}</span>}
      {!followsPoints(its) && mark !== its.mark && (
        <Button size="small" onClick={onTake}>{`Take the sum, ${its.mark}`}</Button>
      )}
    </div>
  );
}
