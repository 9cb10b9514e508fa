import { api, dataKey, queryClient } from "@staffroom/api";
import type { CoursePlan } from "./types";

const tries = 12;
const pause = 250;

/** Refetches a course's plan until it shows what another service has just saved, which arrives by event. */
export async function untilTold(courseId: number, isTold: (plan: CoursePlan) => boolean): Promise<void> {
  const path = `/v2/course/${courseId}/studyplan`;
  for (let time = 0; time < tries; time += 1) {
    const plan = await api.get<CoursePlan>(path);
    queryClient.setQueryData(dataKey(path), plan);
    if (isTold(plan)) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Shows a student's saved value before the event delivers it. */
export function showStudent(
  courseId: number,
  cwsId: number,
  grades: Partial<CoursePlan["students"][number]["grades"]>,
): void {
  queryClient.setQueryData<CoursePlan>(
    dataKey(`/v2/course/${courseId}/studyplan`),
    (plan) =>
      plan && {
        ...plan,
        students: plan.students.map((one) =>
          one.cwsId === cwsId ? { ...one, grades: { ...one.grades, ...grades } } : one,
        ),
      },
  );
}
