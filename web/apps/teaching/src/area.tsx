import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "teaching",
  routes: [{ path: "/system/slips/:type?", title: "Slips", load: () => import("./screens/slips") }],
  menu: [{ route: "/system/slips/:type?", group: "Teaching", icon: "clipboard-check", order: 30 }],
});
