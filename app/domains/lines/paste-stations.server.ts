import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { Direction } from "./directions";
import { pressed, type TypedRow } from "./sequence-form";

interface Pasted {
  rows: TypedRow[];
  /** The lines that were not taken over, for the person to go on with, and why. */
  left: string[];
  faults: string[];
}

/** Adds stations by their numbers or names, one a line and in this order; a name that several stations have is asked about. */
export async function pasteStations(
  rows: readonly TypedRow[],
  pasted: string,
  at: number | undefined,
  direction: Direction,
): Promise<Pasted> {
  const lines = pasted
    .normalize("NFKC")
    .split(/[\r\n\t,，;；、]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 500);
  const found = await sql<{ staUuid: string; staName: string; staSelfCode: string; roadSide: string | null }>`
    select sta_uuid, sta_name, sta_self_code, road_side from station where (sta_self_code = any(${lines}) or sta_name = any(${lines})) and deleted_at is null order by sta_self_code`.execute(
    db(),
  );
  const result: Pasted = { rows: [...rows], left: [], faults: [] };
  let place = at;
  for (const line of lines) {
    const byCode = found.rows.filter(({ staSelfCode }) => staSelfCode === line);
    const hits = byCode.length > 0 ? byCode : found.rows.filter(({ staName }) => staName === line);
    if (hits.length === 1) {
      result.rows = pressed(result.rows, `add:${hits[0]!.staUuid}`, place, direction);
      if (place !== undefined) place += 1;
      continue;
    }
    const which = hits
      .slice(0, 6)
      .map(({ staSelfCode, roadSide }) => `${staSelfCode}${roadSide ? `（${roadSide}）` : ""}`);
    result.left.push(line);
    result.faults.push(
      hits.length === 0
        ? `没有编号或名称为“${line}”的站点`
        : `“${line}”有 ${hits.length} 个，请写编号：${which.join("、")}`,
    );
  }
  return result;
}
