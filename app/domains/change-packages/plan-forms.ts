import { z } from "zod";
import { fenceRoom } from "~/domains/fences/room";
import { stationRoom } from "~/domains/stations/room";
import { changesOf, type Fields, formRulesOf } from "~/kit/room/fields";
import { plannedFields, type RecordKind } from "./model";

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]!]));
const planned: Record<RecordKind, Fields> = {
  station: pick(stationRoom.fields, plannedFields.station),
  fence: pick(fenceRoom.fields, plannedFields.fence),
};

/** The forms of planned changes: the fields of the record's own that a package may change. */
export const planForms: Record<RecordKind, z.ZodObject> = {
  station: z.object(formRulesOf(planned.station)),
  fence: z.object(formRulesOf(planned.fence)),
};

/** The same in a call, which names the fields that change. */
export const planChanges: Record<RecordKind, z.ZodObject> = {
  station: z.strictObject(changesOf(planned.station)),
  fence: z.strictObject(changesOf(planned.fence)),
};
