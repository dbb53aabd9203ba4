import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { findRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { createRow, deleteRows, restoreRow, updateRow } from "~/kit/room/verbs.server";
import { metresApart } from "~/transit/geo/metres";
import { type StationRow, stationRoom } from "./room";
import { stationSource } from "./source.server";
import { stationReferences } from "./uses.server";

type Values = Partial<typeof stationRoom.values>;
type StationOfPair = Pick<
  StationRow,
  "staUuid" | "staSelfCode" | "staName" | "lng" | "lat" | "oppositeSta" | "version"
>;
type Place = Pick<StationOfPair, "lng" | "lat"> & { staUuid?: string };

const { kept } = stationSource;
/** Metres from which two stations are hardly the two sides of one road. */
const farApart = 1000;

export const createStation = (viewer: Viewer, values: Values & { staUuid?: string }) =>
  together(async (trx) => {
    const { staUuid, oppositeSta } = values;
    const isAgain = staUuid !== undefined && (await findRecord(trx, kept, staUuid)) !== undefined;
    if (!oppositeSta || isAgain) return createRow(stationSource, viewer, values);
    await freeOpposite(trx, viewer, { ...(values as Place), staUuid }, oppositeSta);
    const station = await createRow(stationSource, viewer, values);
    await updateRecord(trx, viewer, kept, oppositeSta, { oppositeSta: station.staUuid });
    return station;
  });

/** Both sides of a road keep one another: the other one changes too, and whoever was either's opposite before has none. */
export const updateStation = (viewer: Viewer, staUuid: string, changes: Values, version?: number) =>
  together(async (trx) => {
    const [current] = await lockRows<StationOfPair>(trx, stationSource, viewer, [staUuid]);
    const { oppositeSta } = changes;
    const isFresh = version === undefined || version === current!.version;
    const isPaired = oppositeSta !== undefined && oppositeSta !== current!.oppositeSta && isFresh;
    const { lng = current!.lng, lat = current!.lat } = changes;
    if (isPaired) await freeOpposite(trx, viewer, { staUuid, lng, lat }, oppositeSta);
    const station = await updateRow(stationSource, viewer, staUuid, changes, version);
    if (isPaired && oppositeSta) await updateRecord(trx, viewer, kept, oppositeSta, { oppositeSta: staUuid });
    return station;
  });

export const deleteStations = (viewer: Viewer, keys: string[]) =>
  together(async (trx) => {
    await deleteRows(stationSource, viewer, stationReferences, keys);
    await leaveAlone(trx, viewer, keys);
  });

/** Brought back, it is its opposite's again where that has found no other meanwhile. */
export const restoreStation = (viewer: Viewer, staUuid: string, staSelfCode?: string) =>
  together(async (trx) => {
    const [deleted] = await lockRows<StationOfPair>(trx, stationSource, viewer, [staUuid], true);
    const before = deleted!.oppositeSta;
    const opposite = before ? await findRecord<StationOfPair>(trx, kept, before, true) : undefined;
    const oppositeSta = opposite && !opposite.oppositeSta ? opposite.staUuid : null;
    const station = await restoreRow(stationSource, viewer, staUuid, { staSelfCode, oppositeSta });
    if (oppositeSta) await updateRecord(trx, viewer, kept, oppositeSta, { oppositeSta: staUuid });
    return station;
  });

const together = <T>(work: (trx: Transaction<DB>) => Promise<T>) =>
  inTransaction((trx) => joinTransaction(trx, () => work(trx)));

async function freeOpposite(trx: Transaction<DB>, viewer: Viewer, own: Place, wanted: string | null): Promise<void> {
  if (wanted) await refuseOpposite(trx, viewer, own, wanted);
  await leaveAlone(
    trx,
    viewer,
    [own.staUuid, wanted].filter((key) => typeof key === "string"),
  );
}

async function refuseOpposite(trx: Transaction<DB>, viewer: Viewer, own: Place, wanted: string): Promise<void> {
  const path = "oppositeSta";
  if (wanted === own.staUuid) throw problem.field(path, "站点不能是自己的对向站");
  const opposite = await findRecord<StationOfPair>(trx, kept, wanted, true);
  if (!opposite) throw problem.field(path, "对向站不存在或已删除，请重新选择");
  const other = opposite.oppositeSta ? await findRecord<StationOfPair>(trx, kept, opposite.oppositeSta) : undefined;
  const metres = Math.round(metresApart([own.lng, own.lat], [opposite.lng, opposite.lat]));
  const doubts = [
    metres > farApart && {
      message: `${name(opposite)}在 ${metres} 米以外，请核对是不是马路对面的站`,
      confirm: "opposite-far",
    },
    other &&
      other.staUuid !== own.staUuid && {
        message: `${name(opposite)}现在是${name(other)}的对向站；保存后改为本站的，${name(other)}不再有对向站`,
        confirm: "opposite-taken",
      },
  ].filter((doubt) => typeof doubt === "object");
  const open = doubts.filter(({ confirm }) => !viewer.confirmed?.includes(confirm));
  if (open.length > 0) throw problem.fields(open.map((doubt) => ({ path, ...doubt })));
}

const name = ({ staName, staSelfCode }: StationOfPair) => `“${staName} ${staSelfCode}”`;

/** Takes the opposite from those whose opposite is among these, themselves excepted. */
async function leaveAlone(trx: Transaction<DB>, viewer: Viewer, keys: readonly string[]): Promise<void> {
  const left = await sql<{ staUuid: string }>`
    select sta_uuid from station where opposite_sta = any(${keys}) and sta_uuid <> all(${keys}) and deleted_at is null order by 1`.execute(
    trx,
  );
  for (const { staUuid } of left.rows) await updateRecord(trx, viewer, kept, staUuid, { oppositeSta: null });
}
