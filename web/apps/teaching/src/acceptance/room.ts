import { defineRecordDrawer, defineRoom } from "@staffroom/contract";
import type { Offer, TutorTerms } from "./types";

const ofOffers = { route: "/offers", open: "offer", roles: ["academicOffice"], list: "/offers" } as const;

/** Offers of tuition, and the terms that tutors accept. */
export const acceptance = defineRoom({
  routes: [
    {
      path: "/offers",
      title: "Offers of tuition",
      list: {
        path: "/offers",
        emptyText: "Nobody was offered tuition yet. Put a tutor on a proposed course, or make an offer here.",
        recordDrawer: defineRecordDrawer<Offer>({
          param: "offer",
          thing: "/offers",
          called: "The offer",
          heading: "{course.title}, {tutor.name}",
          load: () => import("./offer-view"),
        }),
      },
    },
    {
      path: "/tutor-terms",
      title: "Terms for tutors",
      call: "POST /tutor-terms",
      list: {
        path: "/tutor-terms",
        emptyText: "No terms yet. Tutors accept the terms of their department once a year.",
        recordDrawer: defineRecordDrawer<TutorTerms>({
          param: "terms",
          thing: "/tutor-terms",
          called: "The terms",
          heading: "{title}",
          load: () => import("./terms-view"),
        }),
      },
    },
    {
      path: "/tutor-terms/acceptances",
      title: "Answers to terms",
      call: "POST /tutor-terms",
      under: "/tutor-terms",
      list: { path: "/tutor-terms/acceptances", emptyText: "No tutor has answered terms yet." },
    },
  ],
  menu: [
    { route: "/offers", group: "Teaching", icon: "inbox", order: 36 },
    { route: "/tutor-terms", group: "Setup", icon: "file", order: 66 },
  ],
  waiting: [
    {
      ...ofOffers,
      title: "Offers without an answer",
      icon: "inbox",
      query: { status: "offered" },
      since: "created",
      shows: ["tutor", "course"],
    },
    {
      ...ofOffers,
      title: "Declined offers",
      icon: "alert",
      query: { needsTutor: "true" },
      since: "answered",
      shows: ["course", "tutor", "reason"],
    },
  ],
  widgets: { "terms-gate": () => import("./gate") },
});
