import { sql } from "kysely";
import { keepReported, recalledFiles, takeJobs } from "~/domains/issue-tasks/deliveries/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { settings } from "~/kit/ground/settings.server";
import type { LinkedDevice } from "./authenticate.server";
import { noteMessages } from "./messages.server";
import { keepPosition } from "./positions.server";
import { sayJob, sayPoll } from "./say.server";
import type { Poll, PollAnswer } from "./schema";
import { makeTicket } from "./tickets.server";

/** What a terminal asks for every few seconds: takes in what it has and where it is, and answers what it is to fetch. */
export async function answerPoll(device: LinkedDevice, asked: Poll): Promise<PollAnswer> {
  const [positionError, jobs, recalled] = await Promise.all([
    asked.position ? keepPosition(device.devSelfCode, asked.position) : noteConnected(device.devUuid),
    jobsFor(device, asked),
    recalledFiles(device),
  ]);
  const next = nextPoll(device.devUuid);
  const { devUuid } = device;
  const said = sayPoll(asked, positionError);
  const line = { devUuid, transport: "http" } as const;
  noteMessages([
    {
      ...line,
      isFromDevice: true,
      kind: "poll",
      content: said.content,
      fold: jobs.length === 0 ? said.fold : undefined,
    },
    ...jobs.map((job) => ({
      ...line,
      isFromDevice: false,
      kind: "job",
      content: sayJob(job),
      fold: `job ${job.detailUuid}`,
    })),
  ]);
  return { next, jobs, ...(recalled.length > 0 && { recalled }), ...(positionError && { positionError }) };
}

async function jobsFor(device: LinkedDevice, { reported, free }: Poll): Promise<PollAnswer["jobs"]> {
  if (reported) await keepReported(device, reported);
  const jobs = await takeJobs(device, { free });
  return Promise.all(
    jobs.map(async ({ detailUuid, kind, no, version, format, size, crc32, sha256, deadline, activateAt, attempt }) => ({
      detailUuid,
      kind,
      no,
      version,
      format,
      size,
      crc32,
      sha256,
      attempt,
      url: `/api/device-link/v1.0/download?ticket=${await makeTicket(device.devUuid, detailUuid)}`,
      deadline: new Date(deadline).toISOString(),
      activateAt: activateAt && new Date(activateAt).toISOString(),
    })),
  );
}

/** Each terminal has a moment of its own in the round, by its key, so that they spread by themselves, also after a restart. */
function nextPoll(devUuid: string): number {
  const round = settings().LINK_POLL_SECONDS * 1000;
  const own = (parseInt(devUuid.slice(-8), 16) / 2 ** 32) * round;
  const wait = (((own - Date.now()) % round) + round) % round;
  return Math.round(wait < round / 2 ? wait + round : wait) / 1000;
}

/** A terminal without a position has connected too; noted once a minute. */
export const noteConnected = gatherCalls(
  async (devices: string[]): Promise<undefined[]> => {
    await sql`
      with due as (
        select dev_uuid from device where dev_uuid = any(${devices}) and (last_connect_time is null or last_connect_time < now() - interval '1 minute') order by 1 for no key update skip locked
      )
      update device set first_connect_time = coalesce(first_connect_time, now()), last_connect_time = now() from due where device.dev_uuid = due.dev_uuid`.execute(
      db(),
    );
    return [];
  },
  { most: 500 },
);
