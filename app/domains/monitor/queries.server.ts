export { pictureOf } from "./map.server";
export { countOnline, onlineByHour, startOnlineHours } from "./online-hours.server";
export { busesOfLine, busStateTree, offlineAmong, positionsOf } from "./trees.server";
export { countWatched, listWatched, marksOf } from "./watch.server";
