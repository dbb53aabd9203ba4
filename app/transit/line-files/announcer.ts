import type { Database } from "sql.js";
import { beyond, lineFileLimits } from "~/kit/ground/files/limits";
import { LineCollector } from "./assemble";
import { type FileStop, LineFileError, type LineFile } from "./shape";
import { idKey } from "./stop-key";

const doubts: Record<string, string> = { T: "的类型为 T（火车），可能不是公交线路，请确认是否导入" };

/** A table's column may be computed, to whatever length. */
export function boundHeap(database: Database): void {
  rowsOf(database, `pragma hard_heap_limit = ${lineFileLimits.databaseHeap}`);
}

/** Which of the two databases of a bus announcer this is, by its tables. */
export function announcerPart(database: Database): "station" | "line" | null {
  const tables = new Set(
    rowsOf(database, "select name from sqlite_master where type = 'table'").map(([name]) => String(name).toLowerCase()),
  );
  return tables.has("line") ? "line" : tables.has("station") ? "station" : null;
}

/** Lines as sequences of station ids, up and down; one database may hold both tables. */
export function readAnnouncer(stationBase: Database, lineBase: Database): LineFile {
  const stations = stationsOf(stationBase);
  const found = new LineCollector();
  const rows = rowsOf(
    lineBase,
    `select id, name, upLineStation, downLineStation, ${hasColumn(lineBase, "line", "type") ? "type" : "'B'"} from line order by id limit ${lineFileLimits.records + 1}`,
  );
  for (const [id, name, up, down, type] of rows) {
    const lineName = String(name ?? "").trim();
    const where = `线路 id ${String(id)}`;
    if (!lineName) {
      found.tell(where, "没有线路名称，已略去");
      continue;
    }
    for (const [direction, text] of [
      [1, up],
      [2, down],
    ] as const) {
      const stops = callsAt(
        found,
        stations,
        String(text ?? ""),
        `${where}，${direction === 1 ? "上行" : "下行"}`,
        lineName,
      );
      if (stops.length === 0) continue;
      const circular = stops.length > 2 && stops[0]!.key === stops.at(-1)!.key;
      found.add({
        lineName,
        lineKey: `db:${lineName}`,
        lineRef: lineName,
        doubt: doubts[String(type)],
        direction,
        circular,
        stops,
        path: [],
        record: Number(id),
        where,
      });
    }
  }
  return {
    kind: "announcer",
    lines: found.finish(),
    problems: found.problems,
    counts: { ...found.counts, records: rows.length },
  };
}

type Value = number | string | Uint8Array | null;

function stationsOf(database: Database): Map<string, FileStop> {
  const english = hasColumn(database, "station", "enName") ? "enName" : "''";
  const rows = rowsOf(
    database,
    `select id, cnName, longitude, latitude, ${english} from station limit ${lineFileLimits.records + 1}`,
  );
  if (rows.length > lineFileLimits.records)
    throw new LineFileError(`站点超过 ${lineFileLimits.records.toLocaleString("en")} 个，请拆分后再上传`);
  return new Map(
    rows.flatMap(([id, name, lng, lat, nameEn]) => {
      const stop = {
        key: idKey("DB", String(id)),
        name: String(name ?? "").trim(),
        nameEn: String(nameEn ?? "") || undefined,
        lng: Number(lng),
        lat: Number(lat),
      };
      return stop.name && Number.isFinite(stop.lng + stop.lat) ? [[String(id), stop] as const] : [];
    }),
  );
}

function callsAt(
  found: LineCollector,
  stations: ReadonlyMap<string, FileStop>,
  text: string,
  where: string,
  lineName: string,
): FileStop[] {
  return text.split(/[\s,;]+/).flatMap((id, index) => {
    if (id === "") return [];
    const stop = stations.get(id);
    if (!stop)
      found.tell(where, `“${lineName}”第 ${index + 1} 站的站点 id ${id.slice(0, 20)} 在站点库里没有，已略去此站`);
    return stop ? [stop] : [];
  });
}

function hasColumn(database: Database, table: "station" | "line", column: string): boolean {
  return rowsOf(database, `select name from pragma_table_info('${table}')`).some(([name]) => name === column);
}

function rowsOf(database: Database, query: string): Value[][] {
  try {
    return (database.exec(query)[0]?.values ?? []) as Value[][];
  } catch (error) {
    if (/out of memory|too big/.test((error as Error).message))
      throw new LineFileError(`${beyond.memory(lineFileLimits.databaseHeap / 2 ** 20)}，请拆分后再上传`);
    throw new LineFileError(
      `报站器数据库的表与约定不符（需要 station：id、cnName、longitude、latitude；line：id、name、upLineStation、downLineStation）：${(error as Error).message}`,
    );
  }
}
