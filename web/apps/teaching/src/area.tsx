import { defineArea, gatherRooms } from "@staffroom/contract";
import { acceptance } from "./acceptance/room";
import client from "./client";
import { collections } from "./collections/room";
import { homeworkRoom } from "./homework/room";
import { journal } from "./journal/room";
import { reports } from "./reports/room";
import { slips } from "./slips/room";
import { statistics } from "./statistics/room";
import { studyPlans } from "./studyplans/room";
import "./style.css";

export default defineArea({
  name: "teaching",
  client,
  ...gatherRooms([reports, studyPlans, homeworkRoom, journal, slips, collections, acceptance, statistics]),
});
