import { FigurePanel, type FigurePanelProps } from "@staffroom/screen";

/** The screens for the rows that the lists count. */
export const rowsOf = {
  "/leads/statistics": "/leads/statistics/rows",
  "/leads/statistics/wishes": "/leads/statistics/wishes",
  "/leads/exams/conversions": "/exams/leads/conversions",
} as const;
type CountedList = keyof typeof rowsOf;

type Props = Omit<FigurePanelProps, "list" | "target"> & { list?: CountedList };

/** Figures of a list of leads; each mark leads to the rows that it counts. */
export const LeadPanel = ({ list = "/leads/statistics", ...panel }: Props) => (
  <FigurePanel {...panel} list={list} target={rowsOf[list]} />
);
