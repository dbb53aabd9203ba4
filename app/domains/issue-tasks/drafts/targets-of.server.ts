import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import type { Choice } from "~/kit/page/forms/field";
import { TaskAdd, type Targets, type TaskValues } from "../schema";
import type { Draft } from "./drafts.server";
import { stagesOf, type WhomValues, windowsOf } from "./forms";

/** The lines that a task may go to: those of its files, or of files beside them all. */
export async function offeredLines(viewer: Viewer, { task }: Draft): Promise<Choice[]> {
  const ofFiles = task.taskType === 2;
  const { rows } = await sql<Choice>`
    select line_uuid as value, line_name as label from line where deleted_at is null and ${inScope(viewer, sql`org_id`)}
      and ${ofFiles ? sql`line_uuid in (select c.main_uuid from line_file f join line_classify c using (classify_sid) where f.file_uuid = any(${task.files ?? []}))` : sql`true`}
    order by name_order, line_uuid limit 5000`.execute(db());
  return rows;
}

/** Whom a step's form means, as keys; throws where a number is of nobody. */
export async function targetsOf(viewer: Viewer, whom: WhomValues, lines: readonly Choice[]): Promise<Targets> {
  const [buses, devices] = await Promise.all([findBuses(viewer, whom.buses), findDevices(viewer, whom.devices)]);
  const errors = [...unknown("buses", "车辆", buses.unknown), ...unknown("devices", "设备", devices.unknown)];
  if (errors.length > 0) throw problem.fields(errors);
  const isTyped = buses.keys.length + devices.keys.length > 0;
  const targets = {
    orgIds: whom.orgIds,
    // Who names vehicles means these: all lines are ticked beforehand.
    lineUuids: whom.allLines && !isTyped ? lines.map(({ value }) => value) : whom.lineUuids,
    busUuids: buses.keys,
    deviceUuids: devices.keys,
  };
  if (Object.values(targets).every((keys) => keys.length === 0))
    throw problem.field("", "请选择机构或线路，或填写车辆、设备的编号");
  return targets;
}

/** Whom the step's form means, for who confirms it. */
export function whomInWords({ allLines, lineUuids, orgIds, buses, devices }: WhomValues): string {
  const [typedBuses, typedDevices] = [numbersIn(buses).length, numbersIn(devices).length];
  const isTyped = typedBuses + typedDevices > 0;
  const lines = allLines && !isTyped ? "全部线路" : lineUuids.length > 0 && `${lineUuids.length} 条线路`;
  return [
    lines,
    orgIds.length > 0 && `${orgIds.length} 个机构`,
    typedBuses > 0 && `填写的 ${typedBuses} 辆车`,
    typedDevices > 0 && `填写的 ${typedDevices} 台设备`,
  ]
    .filter(Boolean)
    .join("、");
}

const unknown = (path: string, noun: string, numbers: string[]) =>
  numbers.length === 0
    ? []
    : [
        {
          path,
          message: `没有找到这些${noun}：${numbers.slice(0, 20).join("、")}${numbers.length > 20 ? ` 等 ${numbers.length} 个` : ""}`,
        },
      ];

interface TargetKeys {
  keys: string[];
  unknown: string[];
}

const numbersIn = (text: string | undefined) => [...new Set((text ?? "").split(/[\s,，、;；]+/).filter(Boolean))];

async function findBuses(viewer: Viewer, text: string | undefined): Promise<TargetKeys> {
  const { rows } = await sql<{ asked: string; key: string | null }>`
    select asked, bus_uuid as key from unnest(${numbersIn(text)}::text[]) asked
    left join bus on (bus_self_code = asked or plate_num = upper(asked)) and deleted_at is null and ${inScope(viewer, sql`org_id`)}`.execute(
    db(),
  );
  return split(rows);
}

async function findDevices(viewer: Viewer, text: string | undefined): Promise<TargetKeys> {
  const { rows } = await sql<{ asked: string; key: string | null }>`
    select asked, dev_uuid as key from unnest(${numbersIn(text)}::text[]) asked
    left join device on dev_self_code = asked and device.deleted_at is null
      and (${viewer.orgScope === "all"} or exists (select from bus where bus_uuid = bind_uuid and ${inScope(viewer, sql`bus.org_id`)}))`.execute(
    db(),
  );
  return split(rows);
}

const split = (rows: readonly { asked: string; key: string | null }[]): TargetKeys => ({
  keys: rows.flatMap(({ key }) => key ?? []),
  unknown: rows.filter(({ key }) => key === null).map(({ asked }) => asked),
});

/** The task that a draft has come to; a draft's key is its task's, so that the same draft makes one task. */
export async function taskOf(viewer: Viewer, { draftUuid, task }: Draft): Promise<TaskValues> {
  const { taskType, files, whom, how } = task;
  if (!files?.length || !whom || !how) throw problem.field("", "请先完成前面的步骤");
  const lines = await offeredLines(viewer, { draftUuid, task } as Draft);
  const { begin, startDay, startClock, windows, stages, ...rest } = how;
  const { rows } = await sql<{ at: Date | null }>`
    select (${startDay ?? null}::date + ${startClock ?? null}::time) at time zone ${settings().OPERATOR_TIME_ZONE} as at`.execute(
    db(),
  );
  return TaskAdd.parse({
    ...rest,
    taskUuid: draftUuid,
    taskType,
    files,
    targets: await targetsOf(viewer, whom, lines),
    startTime: begin === "time" ? rows[0]!.at!.toISOString() : null,
    window: windowsOf(windows),
    stages: stagesOf(stages),
  });
}
