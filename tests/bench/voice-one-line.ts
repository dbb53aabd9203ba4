import type pg from "pg";
import { encodePcm } from "~/transit/sound/encode-wav";
import { call } from "../faults/api";

interface Caller {
  url: string;
  token: string;
  client: pg.Client;
}

const info = "/api/line/file/info";
const audio = "/api/line/file/audio/info";

/** Of five lines: another sound for one clip, then a new draft, generated, and its package fetched; seconds of each from the draft on. */
export async function remakeOne({ url, token, client }: Caller): Promise<number[]> {
  const { rows } = await client.query<{ fileUuid: string; audioUuid: string }>(
    `select distinct on (f.classify_sid) f.file_uuid as "fileUuid", a.audio_uuid as "audioUuid" from line_file f join line_file_clip c using (file_uuid) join audio a on a.sha256 = c.sha256 and a.sta_uuid is not null
     where f.state = 1 and f.deleted_at is null and a.deleted_at is null order by f.classify_sid limit 5`,
  );
  const times: number[] = [];
  for (const [place, { fileUuid, audioUuid }] of rows.entries()) {
    const form = new FormData();
    form.set("file", new File([toneOf(place) as BlobPart], `录音${place}.wav`));
    const sent = await fetch(`${url}${audio}/upload`, {
      method: "POST",
      headers: { Authorization: token },
      body: form,
    });
    const upload = (await sent.json()) as { data: { fileUuid: string } };
    await good(url, `${audio}/update`, { audioUuid, fileUuid: upload.data.fileUuid }, token);
    const began = performance.now();
    const draft = await good<{ fileUuid: string }>(url, `${info}/copy`, { fileUuid }, token);
    await good(url, `${info}/generateFile`, { fileUuid: draft.fileUuid }, token);
    const answer = await fetch(`${url}${info}/downloadLineFile`, {
      method: "POST",
      headers: { Authorization: token, "Content-Type": "application/json" },
      body: JSON.stringify({ fileUuid: draft.fileUuid }),
    });
    const { byteLength } = await answer.arrayBuffer();
    if (!/zip/.test(answer.headers.get("content-type") ?? "") || byteLength < 1000)
      throw new Error(`no package came: ${answer.status}`);
    times.push((performance.now() - began) / 1000);
  }
  return times;
}

/** The packages there are: how many, how large together, and how many clips one holds. */
export async function packagesOf(client: pg.Client): Promise<{ count: number; megabytes: number; clips: number }> {
  const { rows } = await client.query<{ count: number; megabytes: number; clips: number }>(
    `select count(*)::int as count, coalesce(sum(p.size_bytes), 0)::float / 1e6 as megabytes, coalesce(avg(f.audio_count), 0)::float as clips
     from line_file_package p join line_file f using (file_uuid) where p.format = 'bus-line-file/1'`,
  );
  return rows[0]!;
}

async function good<T>(url: string, name: string, body: object, token: string): Promise<T> {
  const answer = await call<T>(url, name, body, token);
  if (!answer.success) throw new Error(`${name} was refused: ${answer.message}`);
  return answer.data;
}

function toneOf(place: number): Uint8Array {
  const samples = Float32Array.from({ length: 24_000 }, (_, at) => 0.4 * Math.sin(at * (0.08 + 0.003 * place)));
  return encodePcm([[samples]], 16_000);
}
