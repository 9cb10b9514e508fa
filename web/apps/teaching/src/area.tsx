import { defineArea } from "@staffroom/contract";

export default defineArea({
  name: "teaching",
  routes: [
    {
      path: "/system/slips/:type?", title: "Slips", roles: ["staff", "tutor", "student", "invigilator"],
      load: () => import("./screens/slips"),
    },
  ],
  menu: [{ route: "/system/slips/:type?", group: "Teaching", icon: "clipboard-check", order: 30 }],
  widgets: { "home.slips": () => import("./home-slips") },
});
