export { createDisplay, endDisplay, findDisplay, listDisplays } from "./displays.server";
export { loadWall, type Wall } from "./wall.server";
