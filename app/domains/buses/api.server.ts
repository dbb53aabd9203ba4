import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordKey, text } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { problem } from "~/kit/ground/problem";
import { roomCalls } from "~/kit/room/calls.server";
import { FieldChange, fieldChangesOf } from "~/kit/room/field-changes.server";
import type { ServedRoom } from "~/kit/room/served.server";
import {
  addLine,
  findBus,
  isBusFree,
  linesOfBus,
  presetsOfBus,
  saveLines,
  savePresets,
  timelineOf,
  updateBus,
} from "./queries.server";
import { BusKey, type BusRow, busRoom } from "./room";
import { vehicleNumber } from "./vin";
import { AuthorisedLine, BusLineAdd, Preset, PresetAdd } from "./work-forms";

const { may, fields } = busRoom;

const BusUpdate = busRoom.Update.extend({ reason: text(255).nullish() });

/** One or more of own number, plate and VIN: true when all are free. */
const BusCheck = z
  .object({
    busSelfCode: fields.busSelfCode.rule.optional(),
    plateNum: fields.plateNum.rule.optional(),
    vin: vehicleNumber.optional(),
    busUuid: recordKey.optional(),
  })
  .refine((sent) => (sent.busSelfCode ?? sent.plateNum ?? sent.vin) !== undefined, {
    path: ["busSelfCode"],
    message: "请输入自编号、车牌号或车辆识别代码",
  });

/** What held over time, by the clock where the operator is: `YYYY-MM-DD HH:mm`; without an end it still holds. */
const Span = z.object({ label: z.string(), from: z.string(), to: z.string().nullable() });
const Timeline = z.array(
  z.object({ title: z.string(), lanes: z.array(z.object({ title: z.string(), spans: z.array(Span) })) }),
);

type Changes = Parameters<typeof updateBus>[2] & { reason?: string | null };

const withReason = (viewer: Viewer, key: string, { reason, ...changes }: Changes, version?: number) =>
  updateBus({ ...viewer, reason: reason ?? undefined }, key, changes, version);

export const busApi = (served: ServedRoom<BusRow>) =>
  api("/api/bus/v1.0", {
    ...roomCalls({ ...served, verbs: { ...served.verbs, update: withReason } }, { update: BusUpdate }),
    validBus: endpoint(may.read, BusCheck, z.boolean(), isBusFree),
    selectedBusLine: endpoint(may.read, BusKey, z.array(AuthorisedLine), async (viewer, { busUuid }) =>
      linesOfBus(viewer, await requireVisible(viewer, busUuid)),
    ),
    busLineAdd: endpoint(
      may.assign,
      BusLineAdd,
      z.array(AuthorisedLine),
      async (viewer, { busUuid, version, lines, lineUuid = "", isMain, beginDate = "", endDate = null }) => {
        await (lines
          ? saveLines(viewer, busUuid, lines, version)
          : addLine(viewer, busUuid, { lineUuid, isMain, beginDate, endDate }));
        return linesOfBus(viewer, busUuid);
      },
    ),
    personPresetAdd: endpoint(
      may.assign,
      PresetAdd,
      z.array(Preset),
      async (viewer, { busUuid, personUuids, version }) => {
        await savePresets(viewer, busUuid, personUuids, version);
        return presetsOfBus(viewer, busUuid);
      },
    ),
    timeline: endpoint(may.read, BusKey, Timeline, (viewer, { busUuid }) => loadTimeline(viewer, busUuid)),
    selectHisRecord: endpoint(may.read, BusKey, z.array(FieldChange), async (viewer, { busUuid }) =>
      fieldChangesOf(viewer, busRoom, await requireVisible(viewer, busUuid)),
    ),
  });

async function loadTimeline(viewer: Viewer, busUuid: string): Promise<z.output<typeof Timeline>> {
  const bus = await findBus(viewer, busUuid);
  if (!bus) throw problem.missing("车辆");
  const moment = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");
  return (await timelineOf(viewer, bus)).map(({ title, lanes }) => ({
    title,
    lanes: lanes.map((lane) => ({
      title: lane.title,
      spans: lane.spans.map(({ label, from, to }) => ({
        label,
        from: moment(from),
        to: to === null ? null : moment(to),
      })),
    })),
  }));
}

/** The key, where the viewer may see the bus. */
async function requireVisible(viewer: Viewer, busUuid: string): Promise<string> {
  if (!(await findBus(viewer, busUuid))) throw problem.missing("车辆");
  return busUuid;
}
