import { defineArea, gatherRooms } from "@staffroom/contract";
import { dashboards } from "./dashboards/room";
import { operations } from "./operations/room";
import { organisations } from "./organisations/room";
import { tables } from "./tables/room";
import { users } from "./users/room";
import { search } from "./users/search";
import { website } from "./website/room";

export default defineArea({
  name: "identity",
  ...gatherRooms([users, organisations, website, operations, tables, dashboards]),
  search,
});
