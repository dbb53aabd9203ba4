import { closeDatabase, pool } from "~/kit/data/db/pool.server";
import { grams } from "./seed-fleet";
import { dropIndexes } from "./seed-many";

const lines =
  "array(select line_uuid::text from line where deleted_at is null and line_name <> '1路' order by name_order)";
const lineOf = (serial: string) =>
  `case when ${serial} % 300 = 0 then (select line_uuid from line where line_name = '1路' and deleted_at is null) else lines[1 + ${serial} % array_length(lines, 1)] end`;

/** Adds n buses to the connected database, each with its main line: one in three hundred with line 1路, the others spread over all lines. */
export async function seedBuses(n: number): Promise<number> {
  const began = performance.now();
  const client = await pool().connect();
  const run = (statement: string, values: unknown[] = []) => client.query(statement, values);
  try {
    await run(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '512MB'",
    );
    await run(grams);
    await run("begin");
    // What the triggers would write bus by bus stands in the buses already.
    await run("alter table bus_line disable trigger main_line_added");
    const indexes = [...(await dropIndexes(client, "bus")), ...(await dropIndexes(client, "bus_line"))];
    await run(
      `with pick as (select
        array(select org_id::text from organisation where org_type = 3 and deleted_at is null order by org_code) as orgs,
        array(select model_uuid::text from bus_model where deleted_at is null order by model_num) as models,
        array(select parking_uuid::text from depot where deleted_at is null order by parking_num) as depots, ${lines} as lines)
      insert into bus (bus_uuid, bus_self_code, plate_num, pinyin, initials, search_grams, plate_color, model_uuid, org_id, parking_uuid, sort_line, bus_state, mileage,
        register_date, driving_license_expire, compulsory_ins_expire, next_inspection, created_by, updated_by, updated_at)
      select replace(gen_random_uuid()::text, '-', ''), code, plate, 'jing' || lower(substr(plate, 2)), 'j' || lower(substr(plate, 2)), pg_temp.grams(array[lower(plate), lower(code)]), 5,
        models[1 + n % array_length(models, 1)], orgs[1 + n / 7 % array_length(orgs, 1)], depots[1 + n / 11 % array_length(depots, 1)], ${lineOf("n")}, case when n % 50 = 0 then 10 else 0 end, n::bigint * 7919 % 900000,
        date '2020-01-01' + n % 2000, current_date + 20 + n % 700, current_date + 10 + n % 360, current_date - 5 + n % 300, 'system', 'system', timestamptz '2026-01-01' + n % 20000000 * interval '1 second'
      from pick, generate_series(1, $1::int) n, lateral (select 'N' || lpad(n::text, 7, '0') as code, '津' || chr(65 + n / 100000) || lpad((n % 100000)::text, 5, '0') as plate) named`,
      [n],
    );
    await run(
      `with pick as (select ${lines} as lines)
      insert into bus_line (bus_line_uuid, bus_uuid, line_uuid, is_main, valid)
      select replace(gen_random_uuid()::text, '-', ''), bus_uuid, ${lineOf("serial")}, true, daterange(date '2026-01-01', null)
      from bus, pick, lateral (select substr(bus_self_code, 2)::int as serial) numbered where bus_self_code ~ '^N[0-9]{7}$'`,
    );
    for (const definition of indexes) await run(definition);
    await run("alter table bus_line enable trigger main_line_added");
    await run("commit");
    await run("vacuum analyze");
    return (performance.now() - began) / 1000;
  } finally {
    client.release(true);
  }
}

if (process.argv[1] === import.meta.filename) {
  const n = Number(process.argv[2]);
  console.log(`${n} buses in ${(await seedBuses(n)).toFixed(1)} s`);
  await closeDatabase();
}
