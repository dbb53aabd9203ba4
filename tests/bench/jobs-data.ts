import pg from "pg";

/** Puts a change of a line into last month, by somebody; which one, who it was, and that month's first and last day. */
export async function changedLastMonth(databaseUrl: string) {
  const now = new Date();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const from = day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)));
  const to = day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)));
  const [changed] = await rowsOf<{ line_name: string }>(
    databaseUrl,
    `with one as (select h.history_id, l.line_name from history h join line l on l.line_uuid = h.record_key where h.room = 'lines' and l.line_name = '1路' limit 1)
     update history set at = $1::date + interval '12 hours', user_name = '上月的人' from one where one.history_id = history.history_id returning line_name`,
    [`${from.slice(0, 8)}15`],
  );
  return { lineName: changed!.line_name, by: "上月的人", from, to };
}

/** Ten buses of the first page of the list that may change their line. */
export async function unchangedBuses(databaseUrl: string): Promise<string[]> {
  const rows = await rowsOf<{ bus_self_code: string }>(
    databaseUrl,
    "select bus_self_code from bus where deleted_at is null and bus_state = 0 order by bus_self_code limit 10",
  );
  return rows.map((row) => row.bus_self_code);
}

async function rowsOf<R extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}
