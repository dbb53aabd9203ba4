import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { DeclaredRoom, Room } from "./room";
import type { TableState } from "~/kit/page/tables/state";
import { ConfirmScreen } from "~/kit/page/screens/confirm-screen";
import type { Use } from "~/kit/page/screens/uses";
import { type DeletedRow, RecycleScreen, RestoredMany, type RestoredWords } from "~/kit/page/screens/recycle-screen";
import { RestoreAgain } from "~/kit/page/screens/restore-again";

export const recycleTitle = (room: { noun: string }) => `${room.noun}回收站`;

function codeOf(room: Room<never> & Partial<Pick<DeclaredRoom, "fields" | "code">>) {
  const field = room.code && room.fields?.[room.code];
  return field ? { codeLabel: field.label, codeLength: (field.rule as z.ZodString).maxLength ?? undefined } : {};
}

interface RecycleBinData {
  state: TableState;
  rows: DeletedRow[];
  total: number;
  purge?: { keys: string[]; names: string[]; uses: Use[] } | null;
  mayPurge?: boolean;
}

interface Answer {
  refused?: { recordKey: string; newCode: string; message: string; askCode: boolean };
  many?: RestoredWords;
  error?: string;
}

interface RecycleBinProps<Row> {
  room: Room<Row>;
  codeLabel?: string;
  codeLength?: number;
}

/** A room's deleted records, as `loadRecyclePage` loaded them; asks for another code where `restoreAndRedirect` found the record's own taken. */
export function RecycleBin<Row>({ room, ...props }: RecycleBinProps<Row>) {
  const { codeLabel, codeLength = 20 } = { ...codeOf(room as never), ...props };
  const { state, rows, total, purge, mayPurge } = useLoaderData() as RecycleBinData;
  const { refused, many, error } = (useActionData() as Answer | undefined) ?? {};
  if (purge)
    return (
      <ConfirmScreen
        question={`彻底删除${room.noun} ${purge.names.join("、")}？不能恢复，只在变更审计中留下一行。`}
        uses={purge.uses}
        cancelTo={`${room.url}/recycle`}
        confirm="彻底删除"
        askReason
        error={error}
      >
        <input type="hidden" name="intent" value="purge" />
        {purge.keys.map((key) => (
          <input key={key} type="hidden" name="keys" value={key} />
        ))}
      </ConfirmScreen>
    );
  return (
    <RecycleScreen state={state} rows={rows} total={total} backTo={room.url} mayPurge={mayPurge}>
      {many && <RestoredMany {...many} rows={rows} />}
      {refused &&
        (refused.askCode && codeLabel ? (
          <RestoreAgain {...refused} label={`新的${codeLabel}`} maxLength={codeLength} />
        ) : (
          <p className="notice warn" role="alert">
            无法恢复：{refused.message}
          </p>
        ))}
    </RecycleScreen>
  );
}
