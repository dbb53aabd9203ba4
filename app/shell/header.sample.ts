import type { ComponentProps } from "react";
import type { Tools } from "./header";

/** What the header's tools are given on a usual page. */
export const usualTools: Omit<ComponentProps<typeof Tools>, "currentPath"> = {
  sidebar: "open",
  homeButton: true,
  shortcuts: [],
  shortcutTitles: true,
  greeting: "您好",
  userName: "张三",
  term: "",
};
