import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { findLost } from "~/kit/room/relations.server";
import { scrapped } from "./choices";
import { type BusValues, busRoom } from "./room";

type StoredBus = Partial<BusValues> | undefined;

/** Refuses values that contradict one another or point at what is not there for the viewer; `before` is the stored bus, whose own choices are not asked about again. */
export async function refuseUnfit(
  trx: Transaction<DB>,
  viewer: Viewer,
  after: BusValues,
  before?: StoredBus,
): Promise<void> {
  const errors = findContradictions(after, before, viewer.reason);
  if (errors.length > 0) throw problem.fields(errors);
  await refuseUnfitKeys(trx, viewer, after, before);
}

/** Refuses a model, organisation, depot, line or driver that is not there for the viewer; what is chosen is held against being deleted meanwhile. */
export async function refuseUnfitKeys(
  trx: Transaction<DB>,
  viewer: Viewer,
  after: Partial<BusValues>,
  before?: StoredBus,
): Promise<void> {
  const fresh = (name: "fixedDriver" | "lineUuid") => (after[name] !== before?.[name] ? after[name] : null);
  const [fixedDriver, lineUuid] = [fresh("fixedDriver"), fresh("lineUuid")];
  const errors = await findLost(trx, viewer, busRoom, after, before);
  if (fixedDriver) errors.push(...(await unfitDriver(trx, viewer, fixedDriver)));
  if (errors.length > 0) throw problem.fields(errors);
  if (lineUuid) await requireRunningLine(trx, viewer, lineUuid, "lineUuid");
}

export function findContradictions(bus: BusValues, before: StoredBus, reason?: string): FieldError[] {
  const errors: FieldError[] = [];
  const { productionDate, registerDate, scrapDate, seatNumber, approvedNumber, mileage } = bus;
  if (seatNumber && seatNumber > approvedNumber)
    errors.push({ path: "seatNumber", message: `座位数不能多于核载人数 ${approvedNumber}` });
  if (productionDate && registerDate && productionDate > registerDate)
    errors.push({ path: "registerDate", message: "登记日期不能早于出厂日期" });
  const from = registerDate ?? productionDate;
  if (from && scrapDate && from > scrapDate)
    errors.push({ path: "scrapDate", message: `报废日期不能早于${registerDate ? "登记" : "出厂"}日期` });
  const was = before?.mileage;
  if (was !== undefined && was !== null && (mileage ?? 0) < was && !reason)
    errors.push({ path: "mileage", message: `总里程不能小于原来的 ${was} 公里；确需更正，请填写修改原因` });
  if (bus.busState === scrapped && bus.lineUuid && bus.lineUuid !== before?.lineUuid)
    errors.push({ path: "lineUuid", message: "报废车辆不能安排线路，请清空所属线路" });
  return errors;
}

async function unfitDriver(trx: Transaction<DB>, viewer: Viewer, personUuid: string): Promise<FieldError[]> {
  const found = await sql<{ name: string; postType: number; personState: number }>`
    select person.name, post.post_type, person.person_state from person join post using (post_uuid) where person_uuid = ${personUuid} and person.deleted_at is null and ${inScope(viewer, sql`person.org_id`)} for share of person`.execute(
    trx,
  );
  const [driver] = found.rows;
  const path = "fixedDriver";
  if (!driver) return [{ path, message: "人员不存在、已删除或不在您的机构范围内" }];
  if (driver.postType !== driverPost) return [{ path, message: `${driver.name}不是驾驶员岗位` }];
  return driver.personState === left ? [{ path, message: `${driver.name}已离职` }] : [];
}

const driverPost = 1;
const left = 100;

/** Refuses a line that is closed, gone or not the viewer's; holds it against being deleted meanwhile. */
export async function requireRunningLine(
  trx: Transaction<DB>,
  viewer: Viewer,
  lineUuid: string,
  path: string,
): Promise<void> {
  const found = await sql<{
    lineName: string;
    state: number;
  }>`select line_name, state from line where line_uuid = ${lineUuid} and deleted_at is null and ${inScope(viewer, sql`org_id`)} for share`.execute(
    trx,
  );
  const [line] = found.rows;
  if (!line) throw problem.field(path, "线路不存在、已删除或不在您的机构范围内");
  if (line.state === closed) throw problem.field(path, `${line.lineName}已关闭，不能再安排车辆`);
}

const closed = 100;
