export { directionName, type DirectionView } from "./directions";
