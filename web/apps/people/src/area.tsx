import { api } from "@staffroom/api";
import { defineArea, gatherRooms, type SearchHit } from "@staffroom/contract";
import { tutorApplications } from "./applications/room";
import { calendar } from "./calendar/room";
import { checklistRoom } from "./checklists/room";
import client from "./client";
import { compliance } from "./compliance/room";
import { courses } from "./courses/room";
import { examRooms } from "./exams/rooms";
import { forms } from "./forms/room";
import { pipeline } from "./leads/pipeline/room";
import { leadRoom } from "./leads/room";
import { leadStatistics } from "./leads/statistics/room";
import { hitOf } from "./persons/hits";
import { persons } from "./persons/room";
import type { Hit } from "./types";

/** Persons of every kind and courses, best first. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  return (await api.get<Hit[]>("/people/search", { query: { q: query }, signal })).map(hitOf);
}

export default defineArea({
  name: "people",
  client,
  ...gatherRooms([
    leadRoom,
    leadStatistics,
    pipeline,
    checklistRoom,
    compliance,
    persons,
    calendar,
    ...examRooms,
    tutorApplications,
    forms,
    courses,
  ]),
  search,
});
