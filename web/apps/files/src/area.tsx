import { defineArea, gatherRooms } from "@staffroom/contract";
import { boards } from "./boards/room";
import client from "./client";
import { library } from "./library/room";
import { files } from "./list/room";

export default defineArea({ name: "files", client, ...gatherRooms([library, files, boards]) });
