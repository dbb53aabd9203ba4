import { closeDatabase, pool } from "~/kit/data/db/pool.server";
import { personKeys, placeKeys } from "~/kit/data/search/search-keys";

/** How many of each are added to the demo operator's own. */
export interface FleetSize {
  buses: number;
  devices: number;
  persons: number;
  fences: number;
}

/** Of the buses, one in five is a trolleybus: the 10,000 that are changed at once where there are 50,000. */
export const oneInFive = 8;

/** Of characters with one reading only: what SQL joins is then what the program makes of the whole. */
const surnames = "赵,钱,姚,李,周,吴,郑,王,邹,陈,潘,蒋,韩,杨,秦,范,何,吕,施,张";
const given = "建国,志明,秀英,立新,晓东,桂兰,文博,海燕,玉梅,永康,春生,明辉,国庆,雪松,德福";
const places = "平安路,东风街,西山口,东湖,北关,新华桥,光明里,青龙,白云,松林";
const uses = "限速段,停放场,维修点,首末站,禁止段";

/** Words with their keys as rows for SQL: text, pinyin, initials, name_order, and their place from 1. */
const words = (list: string) =>
  JSON.stringify(
    list.split(",").map((text, index) => {
      const { pinyin, initials, nameOrder } = placeKeys(text);
      return { text, place: index + 1, pinyin, initials, name_order: nameOrder };
    }),
  );

/** What `placeKeys` gives as grams of fields in lower case, in SQL. */
export const grams = `create function pg_temp.grams(fields text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct gram), '{}')
  from unnest(fields) field, unnest('{1,2,4}'::int[]) letters, generate_series(1, length(field) + 1 - letters) at, substr(field, at, letters) gram
  where letters < 4 or gram ~ '^[a-z0-9]{4}$' and gram ~ '[0-9]' $$`;

const key = "replace(gen_random_uuid()::text, '-', '')";
const at = (array: string, place: string) => `(${array})[1 + (${place}) % array_length(${array}, 1)]`;
const audit = "'system', 'system', timestamptz '2026-01-01' + n % 20000000 * interval '1 second'";

/** Adds a large operator's fleet to the connected database, set by set; answers the seconds it took. */
export async function seedFleet({ buses, devices, persons, fences }: FleetSize): Promise<number> {
  const began = performance.now();
  const client = await pool().connect();
  const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
  try {
    await run(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '256MB'",
    );
    await run(grams);
    await run(`create temp table pick as select
      array(select org_id::text from organisation where org_type = 3 and deleted_at is null order by org_code) as orgs,
      array(select model_uuid::text from bus_model where deleted_at is null order by model_num) as bus_models,
      array(select model_uuid::text from device_model where deleted_at is null order by model_num) as device_models,
      array(select parking_uuid::text from depot where deleted_at is null order by parking_num) as depots,
      array(select post_uuid::text from post where deleted_at is null order by post_type) as posts,
      array(select line_uuid::text from line where deleted_at is null order by name_order) as lines`);
    await run("begin");
    await run(
      `insert into bus (bus_uuid, bus_self_code, plate_num, pinyin, initials, search_grams, plate_color, model_uuid, org_id, parking_uuid, bus_state, energy_type, has_ac,
        register_date, driving_license_expire, compulsory_ins_expire, commercial_ins_expire, next_inspection, next_maintenance, created_by, updated_by, updated_at)
      select ${key}, code, plate, 'jing' || lower(substr(plate, 2)), 'j' || lower(substr(plate, 2)), pg_temp.grams(array[lower(plate), 'jing' || lower(substr(plate, 2)), 'j' || lower(substr(plate, 2)), lower(code)]), 5,
        ${at("bus_models", "n")}, ${at("orgs", "n / 7")}, ${at("depots", "n / 11")}, case when n % 50 = 0 then 10 else 0 end, case when n % 5 = 0 then ${oneInFive} else 5 end, n % 3 > 0,
        date '2020-01-01' + n % 2000, current_date + 20 + n % 700, current_date + 10 + n % 360, current_date + 15 + n % 350, current_date - 5 + n % 300, current_date + n % 120, ${audit}
      from pick, generate_series(1, $1::int) n, lateral (select 'B' || lpad(n::text, 6, '0') as code, '京' || substr('BCDEFGHJ', 1 + n / 90000, 1) || lpad((n % 90000 + 10000)::text, 5, '0') as plate) named`,
      [buses],
    );
    await run(
      `insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid)
      select ${key}, bus_uuid, ${at("lines", "substr(bus_self_code, 2)::int")}, true, daterange(date '2026-01-01', null) from bus, pick where bus_self_code ~ '^B[0-9]{6}$'`,
    );
    await run(
      "create temp table numbered as select bus_uuid, substr(bus_self_code, 2)::int as serial from bus where bus_self_code ~ '^B[0-9]{6}$'; create index on numbered (serial); analyze numbered",
    );
    await run(
      `insert into device (dev_uuid, dev_self_code, search_grams, imei, terminal_phone, model_uuid, dev_type, sim_phone, iccid, bind_type, bind_uuid, install_date, created_by, updated_by, updated_at)
      select ${key}, code, pg_temp.grams(array[lower(code), imei, sim]), imei, null, ${at("device_models", "n")}, 1 + n % 3, sim, '8987' || lpad(n::text, 16, '0'),
        case when b.bus_uuid is not null then 'bus' end, b.bus_uuid, date '2025-01-01' + n % 300, ${audit}
      from pick, generate_series(1, $1::int) n
        cross join lateral (select 'D' || lpad(n::text, 7, '0') as code, '87' || lpad(n::text, 13, '0') as imei, '198' || lpad(n::text, 8, '0') as sim) named
        left join numbered b on b.serial = n % $2::int + 1 and n <= 3 * $2::int`,
      [devices, Math.max(1, buses)],
    );
    await run(
      `insert into person (person_uuid, job_number, name, pinyin, initials, search_grams, name_order, sex, org_id, post_uuid, phone, license_no, license_class, license_expire, entry_date, created_by, updated_by, updated_at)
      select ${key}, named.code, named.name, named.pinyin, named.initials, pg_temp.grams(array[named.name, named.pinyin, named.initials, lower(named.code), phone]), s.name_order || ' ' || g.name_order, 1 + n % 2, ${at("orgs", "n / 3")}, ${at("posts", "case when n % 4 = 0 then n / 4 else 0 end")}, phone,
        'JZ' || lpad(n::text, 8, '0'), 'A1', current_date + 5 + n % 2000, date '2010-01-01' + n % 5000, ${audit}
      from pick, generate_series(1, $1::int) n, jsonb_to_recordset($2::jsonb) as s(text text, pinyin text, initials text, name_order text, place int),
        jsonb_to_recordset($3::jsonb) as g(text text, pinyin text, initials text, name_order text, place int),
        lateral (select 'P' || lpad(n::text, 6, '0') as code, s.text || g.text as name, s.pinyin || g.pinyin as pinyin, s.initials || g.initials as initials, '197' || lpad(n::text, 8, '0') as phone) named
      where s.place = 1 + n % 20 and g.place = 1 + n / 20 % 15`,
      [persons, words(surnames), words(given)],
    );
    await run(
      `insert into fence (fence_uuid, fence_num, fence_name, pinyin, initials, search_grams, shape, use_type, org_id, lng, lat, radius, bounds, created_by, updated_by, updated_at)
      select ${key}, named.code, named.name, named.pinyin, named.initials, pg_temp.grams(array[named.name, named.pinyin, named.initials, lower(named.code)]), 1, 1 + n % 7, ${at("orgs", "n")}, lng, lat, 50 + n % 900,
        box(point(lng - 0.01, lat - 0.01), point(lng + 0.01, lat + 0.01)), ${audit}
      from pick, generate_series(1, $1::int) n, jsonb_to_recordset($2::jsonb) as p(text text, pinyin text, initials text, place int),
        jsonb_to_recordset($3::jsonb) as u(text text, pinyin text, initials text, place int),
        lateral (select 'F' || lpad(n::text, 6, '0') as code, p.text || u.text || n as name, p.pinyin || u.pinyin || n as pinyin, p.initials || u.initials || n as initials,
          round(116.2 + 0.4 * (n * 0.6180339887 % 1), 6) as lng, round(39.7 + 0.3 * (n * 0.7548776662 % 1), 6) as lat) named
      where p.place = 1 + n % 10 and u.place = 1 + n / 10 % 5`,
      [fences, words(places), words(uses)],
    );
    await run("commit");
    await run("vacuum analyze");
    await compareKeys(run);
    return (performance.now() - began) / 1000;
  } finally {
    client.release(true);
  }
}

interface FleetRecord {
  name: string;
  code: string;
  more: string | null;
  ordered: string | null;
  pinyin: string;
  initials: string;
  grams: string[];
}

/** The search keys made in SQL must be those that the program makes. */
async function compareKeys(run: (statement: string) => Promise<{ rows: FleetRecord[] }>): Promise<void> {
  const keys = "pinyin, initials, search_grams as grams";
  const [person, ...places] = [
    `select name, job_number as code, phone as more, name_order as ordered, ${keys} from person where job_number ~ '^P' limit 400`,
    `select plate_num as name, bus_self_code as code, null as more, null as ordered, ${keys} from bus where bus_self_code ~ '^B' limit 20`,
    `select fence_name as name, fence_num as code, null as more, null as ordered, ${keys} from fence where fence_num ~ '^F' limit 100`,
  ];
  for (const row of (await run(person!)).rows) compare(row, personKeys(row.name, row.code, row.more));
  for (const statement of places)
    for (const row of (await run(statement)).rows) compare(row, placeKeys(row.name, row.code));
}

function compare({ name, ordered, pinyin, initials, grams }: FleetRecord, keys: ReturnType<typeof placeKeys>): void {
  const [made, meant] = [
    { pinyin, initials, ordered: ordered ?? keys.nameOrder, grams: [...grams].sort() },
    { pinyin: keys.pinyin, initials: keys.initials, ordered: keys.nameOrder, grams: [...keys.searchGrams].sort() },
  ].map((one) => JSON.stringify(one));
  if (made !== meant) throw new Error(`search keys of ${name} are ${made}, but the program makes ${meant}`);
}

if (process.argv[1] === import.meta.filename) {
  const [buses = 0, devices = 0, persons = 0, fences = 0] = process.argv.slice(2).map(Number);
  console.log(
    `a fleet of ${buses} buses, ${devices} devices, ${persons} persons, ${fences} fences in ${(await seedFleet({ buses, devices, persons, fences })).toFixed(1)} s`,
  );
  await closeDatabase();
}
