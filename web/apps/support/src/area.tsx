import { defineArea, gatherRooms } from "@staffroom/contract";
import client from "./client";
import { comments } from "./comments/room";
import { desk } from "./desk/room";
import { errors } from "./errors/room";
import { incomingMail } from "./mail/incoming/room";
import { emails } from "./mail/outgoing/room";
import { notices } from "./notices/room";
import { tickets } from "./tickets/room";
import { search } from "./tickets/search";

export default defineArea({
  name: "support",
  client,
  ...gatherRooms([errors, emails, tickets, comments, desk, incomingMail, notices]),
  search,
});
