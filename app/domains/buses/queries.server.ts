export {
  allBuses,
  busKeys,
  busUses,
  createBus,
  deleteBuses,
  expiring,
  findBus,
  isBusFree,
  listBuses,
  restoreBus,
  streamBuses,
  updateBus,
} from "./buses.server";
export { filterChoices, formChoices, formOffers, offerDrivers } from "./choices.server";
export { devicesOfBus } from "./devices.server";
export { addLine, linesOfBus, saveLines } from "./lines.server";
export { personsNumbered, presetsOfBus, savePresets } from "./presets.server";
export { busReferences } from "./references.server";
export { busSource } from "./source.server";
export { timelineOf } from "./timeline.server";
