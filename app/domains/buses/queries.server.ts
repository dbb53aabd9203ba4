export { type ExpiringKind, expiringByKind } from "./expiring.server";
export { createBus, countExpiring, findBus, isBusFree, restoreBus, updateBus } from "./buses.server";
export { busChoices, formOffers, offerDrivers } from "./choices.server";
export { devicesOfBus } from "./devices.server";
export { addLine, linesOfBus, saveLines } from "./lines.server";
export { findPersonsByNumber, presetsOfBus, savePresets } from "./presets.server";
export { busSource } from "./source.server";
export { timelineOf } from "./timeline.server";
