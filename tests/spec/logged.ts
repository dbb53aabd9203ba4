import { db, newKey } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { noteLogin } from "~/kit/data/logs/login-log.server";
import { noteRun } from "~/kit/data/logs/job-log.server";
import { noteRequest } from "~/kit/data/logs/request-log.server";

/** A login of planner, a request of theirs and a run of a job, as the program adds them to its logs. */
export async function logSome(): Promise<{ function: string; address: string; title: string }> {
  const mark = newKey().slice(-10);
  const some = { function: `功能 ${mark}`, address: `198.18.${mark.slice(0, 2)}`, title: `任务 ${mark}` };
  const planner = await db()
    .selectFrom("appUser")
    .select(["userId", "userAccount", "userName", "orgId"])
    .where("userAccount", "=", "planner")
    .executeTakeFirstOrThrow();
  const requestId = newKey();
  noteLogin(
    "planner",
    { address: some.address, userAgent: "Firefox/121.0 Linux", requestId },
    { why: "账号或密码不正确" },
  );
  const asked = { at: Date.now(), method: "GET", path: "/spec", status: 200, ms: 8, requestId, address: some.address };
  for (const ms of [8, 9, 2000]) noteRequest({ ...asked, ms, viewer: planner }, some.function, true);
  noteRequest({ ...asked, status: 500 }, some.function, true);
  noteRun({
    job: "spec",
    title: some.title,
    beganAt: Date.now() - 2500,
    result: "failed",
    error: "没有成功",
    ref: requestId,
    rows: 3,
  });
  await endLogs();
  return some;
}
