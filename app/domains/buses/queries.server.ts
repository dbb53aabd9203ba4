export { type ExpiringKind, expiringByKind } from "./expiring.server";
export { createBus, countExpiring, findBus, isBusFree, restoreBus, updateBus } from "./buses.server";
export { busChoices, formOffers, offerDrivers } from "./choices.server";
export { devicesOfBus } from "./devices.server";
export { addLine, busesOfLine, linesOfBus, saveLines } from "./lines.server";
export { moveBuses } from "./move.server";
export { busesDrivenBy, findPersonsByNumber, presetsOfBus, savePresets } from "./presets.server";
export { busSource } from "./source.server";
export { timelineOf } from "./timeline.server";
