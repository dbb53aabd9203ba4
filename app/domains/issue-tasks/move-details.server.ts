import { type RawBuilder, sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { type DetailState, detailStates, mayMove } from "./words";

export interface Move {
  to: DetailState;
  /** Only out of these, where less than all from which the move is allowed. */
  from?: readonly DetailState[];
  reason: string;
  /** A person's name, 车载终端 or 系统. */
  actor: string;
  /** More columns to set with the state. */
  set?: RawBuilder<unknown>;
}

/** Moves those details that stand in a state from which the move is allowed, each with a row of its log; answers the keys that moved. */
export async function moveDetails(
  on: Database,
  detailUuids: readonly string[],
  { to, from: only, reason, actor, set }: Move,
): Promise<string[]> {
  const from = (only ?? detailStates.map(({ value }) => value)).filter((state) => mayMove(state, to));
  const { rows } = await sql<{ detailUuid: string }>`
    with old as (
      select detail_uuid, state from issue_detail where detail_uuid = any(${detailUuids}) and state = any(${from}) order by detail_uuid for update
    ), moved as (
      update issue_detail set state = ${to}, changed_at = now()${set ? sql`, ${set}` : sql``} from old where issue_detail.detail_uuid = old.detail_uuid
    ), logged as (
      insert into issue_detail_log (detail_uuid, from_state, to_state, reason, actor) select detail_uuid, state, ${to}, ${reason}, ${actor} from old
    )
    select detail_uuid from old`.execute(on);
  return rows.map(({ detailUuid }) => detailUuid);
}
