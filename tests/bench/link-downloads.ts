import { createReadStream, statSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { type FleetTerminal, seedMulti } from "../kit/fleet";
import { atLeast, type Figure, percentile, reported } from "./figure";

const [bytes, rounds] = [100_000_000, 7];

/** A large file out of the program and out of a plain server of files, in turns; both send from the same disk. */
export async function* downloadFigures(
  url: string,
  { orgId, terminals }: { orgId: string; terminals: FleetTerminal[] },
): AsyncGenerator<Figure> {
  const { multiUuid, fileKey } = await seedMulti(orgId, bytes);
  const file = path.join(process.env.DATA_DIR!, "files", fileKey.slice(-2), fileKey);
  const plain = http.createServer((_, response) => {
    response.writeHead(200, { "Content-Length": statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => plain.listen(0, "127.0.0.1", listening));
  const [terminal] = terminals;
  await seedTask(orgId, multiUuid, terminal!.devUuid);
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const job = await poll(url, terminal!);
    const ours = await timed(`${url}${job.url}`, terminal!.token);
    const theirs = await timed(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`, "");
    ratios.push(theirs / ours);
    speeds.push(bytes / 1000 / ours);
  }
  plain.close();
  yield reported("a file of 100 MB out of the program", percentile(speeds, 0.5), "MB/s");
  yield atLeast(
    `the same against a plain server of files, median of ${rounds} in turns`,
    percentile(ratios, 0.5),
    0.7,
    "of its speed",
  );
}

async function seedTask(orgId: string, multiUuid: string, devUuid: string): Promise<void> {
  const taskUuid = newKey();
  await sql`insert into issue_task (task_uuid, task_num, task_name, task_type, org_id, state, targets, stage) values (${taskUuid}, 'W1', '大文件', 5, ${orgId}, 1, '{}', 1)`.execute(
    db(),
  );
  await sql`insert into issue_detail (detail_uuid, task_uuid, bus_uuid, dev_uuid, multi_uuid, kind, file_no, file_version, file_key, size_bytes, crc32, sha256)
    select ${newKey()}, ${taskUuid}, d.bind_uuid, d.dev_uuid, m.multi_uuid, 5, m.file_no, m.file_version, m.file_key, m.size_bytes, m.crc32, m.sha256 from device d, multi_file m where d.dev_uuid = ${devUuid} and m.multi_uuid = ${multiUuid}`.execute(
    db(),
  );
}

async function poll(url: string, { deviceNo, token }: FleetTerminal): Promise<{ url: string }> {
  const answer = await fetch(`${url}/api/device-link/v1.0/poll`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ deviceNo, free: 1e12 }),
  });
  const { data } = (await answer.json()) as { data: { jobs: { url: string }[] } };
  return data.jobs[0]!;
}

function timed(url: string, authorization: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { authorization } }, (answer) => {
        let size = 0;
        answer.on("data", (part: Buffer) => (size += part.length));
        answer.once("end", () =>
          size === bytes
            ? resolve(performance.now() - began)
            : reject(new Error(`${answer.statusCode}: ${size} bytes`)),
        );
      })
      .once("error", reject);
  });
}
