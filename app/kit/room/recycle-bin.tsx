import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { DeclaredRoom, Room } from "./room";
import type { TableState } from "~/kit/page/tables/state";
import { type DeletedRow, RecycleScreen } from "~/kit/page/screens/recycle-screen";
import { RestoreAgain } from "~/kit/page/screens/restore-again";

export const recycleTitle = (room: { noun: string }) => `${room.noun}回收站`;

function codeOf(room: Room<never> & Partial<Pick<DeclaredRoom, "fields" | "code">>) {
  const field = room.code && room.fields?.[room.code];
  return field ? { codeLabel: field.label, codeLength: (field.rule as z.ZodString).maxLength ?? undefined } : {};
}

interface RecycleBinProps<Row> {
  room: Room<Row>;
  codeLabel?: string;
  codeLength?: number;
}

/** A room's deleted records, as `loadRecyclePage` loaded them; asks for another code where `restoreAndRedirect` found the record's own taken. */
export function RecycleBin<Row>({ room, ...props }: RecycleBinProps<Row>) {
  const { codeLabel, codeLength = 20 } = { ...codeOf(room as never), ...props };
  const { state, rows, total } = useLoaderData() as { state: TableState; rows: DeletedRow[]; total: number };
  const { refused } =
    (useActionData() as
      { refused?: { recordKey: string; newCode: string; message: string; askCode: boolean } } | undefined) ?? {};
  return (
    <RecycleScreen state={state} rows={rows} total={total} backTo={room.url}>
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
