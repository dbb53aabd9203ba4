import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { type Drive, drivesOf, reportOf } from "./drives.server";
import { takeReports } from "./intake.server";

/** How often the demo city's buses report, and for how long what is known of them is kept. */
const everyMs = 10_000;
const keptMs = 600_000;
/** Of so many buses one stands still, so that there is something to see as offline. */
const oneStands = 5;

/** Lets the demo city's buses drive while somebody is signed in, and looks every ten seconds; answers what ends it. */
export function startDemoDrive(): () => Promise<void> {
  let drives: { at: number; all: Drive[] } | undefined;
  return repeat(everyMs, "the demo city's buses could not drive", async () => {
    if (!settings().DEMO_DRIVE || !(await mayDrive()) || !(await isDue())) return;
    if (!drives || drives.at < Date.now() - keptMs) drives = { at: Date.now(), all: await drivesOf(500, "system") };
    await driveOnce(drives.all);
  }).end;
}

/** Hands in where these buses are now, as the devices in them would. */
export async function driveOnce(drives: readonly Drive[], now = Date.now()): Promise<void> {
  const moving = drives.filter((_, place) => place % oneStands !== oneStands - 1);
  if (moving.length > 0) await takeReports(moving.map((one) => reportOf(one, now)));
}

/** Whether positions of this program's own making are shown, which the pages with positions say. */
export async function isDemoDriven(): Promise<boolean> {
  return settings().DEMO_DRIVE && (await mayDrive());
}

let known: { at: number; may: boolean } | undefined;

/** Only the demo city's own devices, and never beside real ones: none that somebody added has ever connected, and no token in use has handed in anything for an hour. */
async function mayDrive(): Promise<boolean> {
  if (known && known.at > Date.now() - 30_000) return known.may;
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from device d join bus b on b.bus_uuid = d.bind_uuid where d.created_by = 'system' and b.created_by = 'system' and d.deleted_at is null and b.deleted_at is null)
      and not exists (select from device where created_by <> 'system' and last_connect_time is not null)
      and not exists (select from device_token where ended_at is null and last_used_at > now() - interval '1 hour')
      and not exists (select from device_link_token where ended_at is null and last_used_at > now() - interval '1 hour') as may`.execute(
    db(),
  );
  known = { at: Date.now(), may: rows[0]!.may };
  return known.may;
}

/** Not where another process has just driven them, nor while nobody looks: a demo that nobody sees fills no disk. */
async function isDue(): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from session where ended_at is null and last_seen_at > now() - interval '10 minutes')
      and not exists (select from bus_position where received_at > now() - interval '8 seconds') as due`.execute(db());
  return rows[0]!.due;
}
