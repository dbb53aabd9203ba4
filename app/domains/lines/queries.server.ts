export { beginWith, chooseMileage, type Direction, directionsOf } from "./directions";
export { findLine, linesAmong } from "./line-rows.server";
export { linesByOrganisation } from "./network-figures.server";
export { linesToCheck, linesToReview } from "./lines-waiting.server";
export { createLine, isDeviceNoFree, isLineNameFree, lockLine, requireLine, updateLine } from "./lines.server";
export { allLines, lineFound, lineSearch, listLines, streamLines } from "./list.server";
export { classifyRecord, foundLines, lineKeys, lineRecord, visibleLines } from "./records.server";
export { deleteLines, gonePlaces, lineImpact, lineUses, restoreLine, usesByKind } from "./removal.server";
export { getLocation, lineOptions, filterVisibleLines, lineTree, offerLines } from "./selectors.server";
