import { busRoom } from "~/domains/buses/room";
import { may as lineFiles } from "~/domains/line-files/policy";
import { may as lines } from "~/domains/lines/policy";
import { allows, type Viewer } from "~/kit/data/access/viewer";

/** The homepage and the pages of figures beside it, with who may open them. */
export const boards = [
  { path: "/homepage", title: "门户首页", permission: "signed-in" },
  { path: "/homepage/fleet", title: "车队看板", permission: busRoom.may.read },
  { path: "/homepage/network", title: "线网看板", permission: lines.read },
  { path: "/homepage/voice", title: "语音与下发看板", permission: lineFiles.read },
] as const;

export const boardAt = (pathname: string) => boards.find(({ path }) => path === pathname);

export const tabsFor = (viewer: Viewer) =>
  boards
    .filter(({ permission }) => permission === "signed-in" || allows(viewer, permission))
    .map(({ path, title }) => ({ path, title }));
