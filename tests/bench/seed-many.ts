import { pinyin } from "pinyin-pro";
import type pg from "pg";
import { closeDatabase, newKey, pool } from "~/kit/data/db/pool.server";
import { gramsOf, placeKeys } from "~/kit/data/search/search-keys";

export interface Seeded {
  /** Generated stations there now, and how many of them were added. */
  stations: number;
  added: number;
  seconds: number;
}

const chunk = 10_000;
/** From this many on, filling the indexes row by row takes longer than building them anew. */
const rebuildFrom = 50_000;

/** Adds generated stations to the connected database until there are `n` of them; the same ones every time. Prints what it took. */
export async function seedStations(n: number): Promise<Seeded> {
  const began = performance.now();
  const client = await pool().connect();
  try {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '512MB'",
    );
    const { rows } = await client.query<{ first: number }>(
      `select coalesce(max(('x' || sta_self_code)::bit(32)::int) - ${firstCode} + 1, 0) as first from station where sta_self_code ~ '^5[0-9A-F]{7}$'`,
    );
    const first = rows[0]!.first;
    const added = Math.max(0, n - first);
    await client.query("begin");
    const indexes = added >= rebuildFrom ? await dropIndexes(client, "station") : [];
    for (let from = first; from < n; from += chunk) await insert(client, from, Math.min(n, from + chunk));
    for (const definition of indexes) await client.query(definition);
    await client.query("commit");
    await client.query("vacuum analyze station");
    const seeded = { stations: Math.max(n, first), added, seconds: Math.round(performance.now() - began) / 1000 };
    console.log(`${seeded.stations} generated stations, ${added} of them new, in ${seeded.seconds} s`);
    return seeded;
  } finally {
    client.release(true);
  }
}

const firstCode = 0x50000000;
const [heads, middles, kinds, tails] = [
  [
    ..."东西北中新华光明安平康宁福寿瑞永庆丰泰顺富贵荣兴金银铜铁玉松竹梅兰菊桂桃李杏杨槐桐荷莲春夏秋冬云山江河湖海清青白黄翠碧龙凤",
  ],
  [..."华光明安平康宁福祥永庆丰泰顺荣兴昌隆山川江河湖海泉溪文武德仁义礼智贤学香工农林园苑城岭坡湾渡滨岸洲田井窑塔寺庙"],
  ["路", "街", "胡同", "北路", "东路", "西路", "中路", "北街", "东街", "新村", "花园", "桥"],
  [
    "",
    "口",
    "东口",
    "西口",
    "北口",
    "医院",
    "小学",
    "中学",
    "公园",
    "邮局",
    "市场",
    "图书馆",
    "客运站",
    "北站",
    "东门",
    "西门",
    "北门",
    "桥头",
    "商场",
    "饭店",
    "总站",
    "首末站",
    "公交站",
    "枢纽",
    "新居",
    "小院",
    "果园",
    "剧院",
    "法院",
    "影院",
  ],
].map((words) => words.map(word)) as [Word[], Word[], Word[], Word[]];
const combinations = heads.length * middles.length * kinds.length * tails.length;

interface Word {
  text: string;
  keys: Pick<ReturnType<typeof placeKeys>, "pinyin" | "initials" | "nameOrder">;
}

/** A part of a name with its keys; characters with several readings are refused, since their neighbours would decide. */
function word(text: string): Word {
  for (const letter of text) {
    const readings = new Set(pinyin(letter, { multiple: true, toneType: "none", type: "array", v: true }));
    if (readings.size !== 1)
      throw new Error(`${letter} can be read ${[...readings].join(" or ")}: take another character`);
  }
  return { text, keys: placeKeys(text) };
}

/** The parts of the name of station `i`; two neighbours share one, as the two sides of a street do. */
function partsOf(i: number): Word[] {
  // A step without common factor, so that every name comes once before any comes again.
  let place = ((i >> 1) * 1_000_003) % combinations;
  return [heads, middles, kinds, tails].map((words) => {
    const at = place % words.length;
    place = (place - at) / words.length;
    return words[at]!;
  });
}

/** What `placeKeys` answers for the joined parts and the code, without asking for the pinyin again. */
function keysOf(parts: readonly Word[], name: string, code: string): ReturnType<typeof placeKeys> {
  const said = parts.filter((part) => part.text).map((part) => part.keys);
  const [full, initials] = [said.map((one) => one.pinyin).join(""), said.map((one) => one.initials).join("")];
  return {
    pinyin: full,
    initials,
    searchGrams: gramsOf(name, initials, full, code),
    nameOrder: said.map((one) => one.nameOrder).join(" "),
  };
}

async function insert(client: pg.PoolClient, from: number, to: number): Promise<void> {
  const columns: [
    uuid: string[],
    code: string[],
    name: string[],
    pinyin: string[],
    initials: string[],
    grams: string[],
    order: string[],
    road: string[],
  ] = [[], [], [], [], [], [], [], []];
  for (let i = from; i < to; i++) {
    const parts = partsOf(i);
    const code = (firstCode + i).toString(16).toUpperCase();
    const staName = parts.map((part) => part.text).join("");
    const keys = keysOf(parts, staName, code);
    if (i % 997 === 0 && JSON.stringify(keys) !== JSON.stringify(placeKeys(staName, code)))
      throw new Error(`search keys of ${staName} differ from placeKeys()`);
    const row = [
      newKey(),
      code,
      staName,
      keys.pinyin,
      keys.initials,
      keys.searchGrams.join("\u001f"),
      keys.nameOrder,
      parts
        .slice(0, 3)
        .map((part) => part.text)
        .join(""),
    ];
    row.forEach((value, at) => columns[at]!.push(value));
  }
  await client.query(
    `insert into station (sta_uuid, sta_self_code, sta_name, pinyin, initials, search_grams, name_order, road, lng, lat, azimuth, district, sta_kind, facilities, created_at, updated_at, created_by, updated_by)
    select k, c, n, p, i, string_to_array(g, chr(31)), o, r,
      round(115.7 + 1.3 * (at * 0.6180339887 % 1), 6), round(39.5 + 0.9 * (at * 0.7548776662 % 1), 6), at * 37 % 360, 110101 + at % 16, 1 + at % 5, at % 8,
      timestamptz '2026-01-01' + at % 25000000 * interval '1 second', timestamptz '2026-01-01' + at * 7919 % 25000000 * interval '1 second', 'system', 'system'
    from (select *, $9::bigint + ordinality as at from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality as r (k, c, n, p, i, g, o, r)) as rows`,
    [...columns, from],
  );
}

/** Drops all of a table's indexes but those of its constraints; answers how to make them again. */
export async function dropIndexes(client: pg.PoolClient, table: "station" | "bus" | "bus_line"): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)",
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

if (process.argv[1] === import.meta.filename) {
  for (const n of process.argv.slice(2)) await seedStations(Number(n));
  await closeDatabase();
}
