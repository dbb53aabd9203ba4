import type pg from "pg";
import { zipOf } from "../../app/transit/gtfs/zip.sample";
import { toneWav } from "../kit/sound";
import { atLeast, atMost, type Figure, reported } from "./figure";
import { post } from "./sheet-desk";
import { type Desk, measured } from "./sheet-meter";
import { stateOf } from "./voice-desk";

const page = "/voice/voice-library/import";

/** One archive of recordings through the upload page: read, each given to its station, kept and made for packages. */
export async function* archiveFigures(desk: Desk): AsyncGenerator<Figure> {
  const { person, client } = desk;
  const form = new FormData();
  const given = { language: "zh", use: "0", speaker: "2", voiceType: "0" };
  for (const [name, value] of Object.entries(given)) form.set(name, value);
  form.set("file", new File([(await archive(client)) as BlobPart], "站名录音.zip", { type: "application/zip" }));
  let at = "";
  const read = await measured(desk, async () => {
    at = (await post(person, page, form)).split("?")[0]!;
    await stateOf(client, "import_batch", "import_id", keyOf(at), ["preview"]);
  });
  yield reported(`voice: an archive of ${files} recordings, uploaded and read`, read.seconds, "s");
  yield reported("voice: reading it: program", read.cpu.program, "s CPU");
  yield reported("voice: reading it: database", read.cpu.database, "s CPU");
  yield atMost("voice: reading it: the program grew by", read.growth, 500, "MB RSS");
  for (const [way, least] of Object.entries(ways)) {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from audio_import_row where import_id = $1 and sta_uuid is not null and why like $2",
      [keyOf(at), `%${way}%`],
    );
    yield atLeast(`voice: recordings given to their station because of “${way}”`, rows[0]!.count, least);
  }
  const shown = await person.visit(at);
  yield reported(`voice: the preview of ${files} recordings`, shown.ms, "ms");
  const kept = await measured(desk, async () => {
    await post(person, at, new URLSearchParams({ intent: "confirm", onlyGood: "on" }));
    await stateOf(client, "import_batch", "import_id", keyOf(at), ["done"]);
  });
  yield reported("voice: keeping them and making them for packages", kept.seconds, "s");
  yield reported("voice: keeping them: program", kept.cpu.program, "s CPU");
  yield reported("voice: keeping them: database", kept.cpu.database, "s CPU");
  yield atMost("voice: keeping them: the program grew by", kept.growth, 500, "MB RSS");
}

const keyOf = (at: string) => at.split("/").at(-1)!;

/** How many files say whom they are for in which way; BENCH_RECORDINGS makes them less. */
const files = Number(process.env.BENCH_RECORDINGS ?? 5000);
const share = (percent: number) => Math.round((files * percent) / 100);
const ways = { 文件名是站名: share(14), 文件名是编号: share(48), 声音里的标题是站名: share(38) } as const;

/** Some by the names of stations that no other has, some by their codes, the others by the titles inside. */
async function archive(client: pg.Client): Promise<Buffer> {
  const found = async (statement: string, least: number) => {
    const { rows } = await client.query<{ said: string }>(`${statement} order by 1 limit ${least}`);
    if (rows.length < least) throw new Error(`only ${rows.length} stations of ${least}: ${statement}`);
    return rows.map(({ said }) => said);
  };
  const living = "from station where deleted_at is null";
  const names = await found(
    `select min(sta_name) as said ${living} group by lower(regexp_replace(sta_name, '站$', '')) having count(*) = 1 and min(sta_name) ~ '^[一-龥]+$'`,
    ways.文件名是站名,
  );
  const codes = await found(`select sta_self_code as said ${living}`, ways.文件名是编号);
  const sound = (nth: number) => Buffer.from(toneWav(200 + nth / 3, 0.2));
  const packed: Record<string, Buffer> = {};
  for (const [nth, name] of names.entries()) packed[`站名/${name.replaceAll("/", "")}.wav`] = sound(nth);
  for (const [nth, code] of codes.entries()) packed[`编号/${code}.wav`] = sound(1000 + nth);
  for (let nth = 0; nth < ways.声音里的标题是站名; nth++)
    packed[`录音/R${nth}.wav`] = withTitle(sound(4000 + nth), names[nth % names.length]!);
  return zipOf(packed);
}

/** A tag of ID3 2.4 in a chunk of its own at the end. */
function withTitle(wav: Buffer, title: string): Buffer {
  const text = Buffer.concat([Buffer.from([3]), Buffer.from(title)]);
  const frame = Buffer.concat([Buffer.from("TIT2"), safeSize(text.length), Buffer.alloc(2), text]);
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), safeSize(frame.length), frame]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(tag.length);
  const tagged = Buffer.concat([wav, Buffer.from("id3 "), size, tag, Buffer.alloc(tag.length % 2)]);
  tagged.writeUInt32LE(tagged.length - 8, 4);
  return tagged;
}

/** Seven bits a byte, as ID3 has it. */
const safeSize = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127));
