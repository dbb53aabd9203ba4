import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { listRows } from "~/kit/room/source.server";
import { audioSource } from "./source.server";
import { isLongRun } from "../../../tests/kit/long-run";
import { mayTake, measureSlowness } from "../../../tests/kit/slowness";

const viewer = { orgScope: "all", permissions: new Set<string>() } as unknown as Viewer;
const clips = 20_000;

beforeAll(async () => {
  await sql`insert into audio (audio_uuid, audio_num, audio_name, text, language, use, source, file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, sha256, crc32, search_grams, type_uuid, updated_at)
    select lpad(to_hex(n), 32, '0'), 'N' || n, '音频' || n, case when n % 5 > 0 then '文稿' || n end, (array['zh', 'en', 'yue'])[n % 3 + 1], n % 9, case when n % 4 = 0 then 'spoken' else 'recorded' end,
      first.file_uuid, 'x.wav', 'wav', 1000 + n * 7919 % 100000, 100 + n * 104729 % 9000, 8000, 1, md5((n % 19000)::text), '0', array['音频', '频' || substr(n::text, 1, 1)], first.type_uuid, now() - n * interval '1 minute'
    from generate_series(1, ${clips}) n, (select file_uuid, type_uuid from audio limit 1) first`.execute(db());
  await sql`analyze audio`.execute(db());
});

const filters = [
  {},
  { language: "en" },
  { use: 3 },
  { source: "spoken" },
  { missingText: "true" },
  { unused: "true" },
  { unused: "false" },
  { sameContent: "true" },
  { sameContent: "false" },
  { keyword: "音频" },
];
const sorts = ["audioNum", "audioName", "durationMs", "sizeBytes", "updatedAt"];

it.runIf(isLongRun)("shows the first and the last page of 20,000 clips soon, however filtered and sorted", async () => {
  const took: { ms: number; what: string }[] = [];
  const before = measureSlowness();
  const ask = async (what: string, state: object) => {
    const began = performance.now();
    const found = await listRows(audioSource, viewer, { page: 1, size: 50, filters: {}, ...state } as never);
    took.push({ ms: Math.round(performance.now() - began), what });
    return found;
  };
  for (const filter of filters)
    for (const id of sorts)
      for (const desc of [false, true]) {
        const { total } = await ask(`${JSON.stringify(filter)} ${id} ${desc}`, {
          filters: filter,
          sort: [{ id, desc }],
        });
        const page = Math.max(1, Math.ceil((total as number) / 50));
        await ask(`${JSON.stringify(filter)} ${id} ${desc} last`, { filters: filter, sort: [{ id, desc }], page });
      }
  const slowness = (before + measureSlowness()) / 2;
  for (const one of took) one.ms = Math.round(one.ms / slowness);
  took.sort((one, other) => one.ms - other.ms);
  const p95 = took[Math.floor(took.length * 0.95)]!;
  console.error(
    `${took.length} pages of ${clips} clips: p50 ${took[took.length >> 1]!.ms} ms, p95 ${p95.ms} ms, slowest ${took.at(-1)!.ms} ms (${took.at(-1)!.what})`,
  );
  expect(p95.ms).toBeLessThan(mayTake(300));
});
