import { defineArea, gatherRooms } from "@staffroom/contract";
import client from "./client";
import { invoices } from "./invoices/room";
import { search } from "./invoices/search";
import { payouts } from "./payouts/room";
import { reminders } from "./reminders/room";
import { setup } from "./setup/room";
import { statistics } from "./statistics/room";
import { accountingSystem } from "./sync/room";

export default defineArea({
  name: "finance",
  client,
  ...gatherRooms([invoices, setup, accountingSystem, payouts, reminders, statistics]),
  search,
});
