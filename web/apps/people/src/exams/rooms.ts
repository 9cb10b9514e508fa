import { boardFiles } from "./boards/room";
import { examDay } from "./day/room";
import { examEntries } from "./entries/room";
import { invigilation } from "./invigilation/room";
import { examsOffice } from "./office/room";
import { examPapers } from "./papers/room";
import { examResults } from "./results/room";
import { examSeries } from "./series/room";
import { examSessions } from "./sessions/room";
import { summerExams2020 } from "./summer2020/room";
import { trialExams } from "./trials/room";

/** The rooms of the exams office. */
export const examRooms = [
  examsOffice,
  examSeries,
  examEntries,
  boardFiles,
  examPapers,
  examSessions,
  invigilation,
  examDay,
  examResults,
  trialExams,
  summerExams2020,
];
