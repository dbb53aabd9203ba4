import { z } from "zod";
import { type Endpoint, endpoint } from "~/kit/page/http/api.server";
import { askAllRules } from "~/kit/page/forms/ask-all-rules";
import { recordKey } from "~/kit/page/forms/rules";
import { inTransaction, joinTransaction, newKey } from "~/kit/data/db/pool.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { findKeysByCodes } from "./find-keys.server";
import type { DeclaredRoom } from "./room";
import type { ServedRoom, Verbs } from "./served.server";
import { addRows, updateRows } from "./write-many.server";
import { keepBatch, rehearseBatch, WrongRow } from "./write-batch.server";

const mostRows = 500;
const mostCodes = 5000;
const wantsList = `请给出 list：1 到 ${mostRows} 行`;

/** Rows each judged by itself: one that breaks the rule, or has a field that neither rule nor reply knows, stands as what is wrong with it. */
function rowsOf(rule: z.ZodType, reply: z.ZodType) {
  const fields = rule instanceof z.ZodObject ? Object.keys(rule.shape) : undefined;
  const answered = reply instanceof z.ZodObject ? Object.keys(reply.shape) : [];
  const open: z.ZodType =
    rule instanceof z.ZodObject ? askAllRules(rule).loose().meta({ additionalProperties: false }) : rule;
  return z
    .array(
      open.catch(({ error }: { error: z.core.$ZodError }) => wrongRow(error.issues) as never) as z.ZodType<Row>,
      wantsList,
    )
    .min(1, wantsList)
    .max(mostRows, wantsList)
    .transform((rows) => rows.map((row) => (fields ? onlyKnown(row, fields, answered) : row)));
}

type Row = Record<string, unknown> | WrongRow;

const onError = z
  .enum(["none", "good"], { error: "onError 应为 none（有错误就一行也不写）或 good（只写正确的行）" })
  .default("none");
const rowErrors = z.array(z.object({ path: z.string(), message: z.string(), confirm: z.string().optional() }));
const WrittenRows = z.array(
  z.object({ row: z.number().describe("从 1 起"), key: z.string().optional(), errors: rowErrors.optional() }),
);
const JudgedRows = z.array(z.object({ row: z.number().describe("从 1 起"), errors: rowErrors.optional() }));
const Codes = z.object({
  codes: z.array(z.string(), "请给出 codes").min(1, "请给出 codes").max(mostCodes, `一次最多 ${mostCodes} 个`),
});

interface Shapes {
  reply: z.ZodType;
  add: z.ZodType;
  /** With the key and the version. */
  update: z.ZodType;
}

/** Many records at once: added, changed or only judged by the room's own verbs, and found by their codes. */
export function batchCalls(served: ServedRoom, { reply, add, update }: Shapes): Record<string, Endpoint> {
  const { may } = served.room;
  const [fresh, changed] = [rowsOf(add, reply), rowsOf(update, reply)];
  const judged = z.discriminatedUnion(
    "verb",
    [z.object({ verb: z.literal("add"), list: fresh }), z.object({ verb: z.literal("update"), list: changed })],
    { error: "verb 应为 add（行如 addBatch）或 update（行如 updateBatch）" },
  );
  return {
    addBatch: endpoint(may.write, z.object({ list: fresh, onError }), WrittenRows, (viewer, sent) =>
      keepBatch(sent.list, sent.onError, (trx, rows) => addRows(trx, asBatch(viewer), served, rows)),
    ),
    updateBatch: endpoint(may.write, z.object({ list: changed, onError }), WrittenRows, (viewer, sent) =>
      keepBatch(sent.list, sent.onError, (trx, rows) => updateRows(trx, asBatch(viewer), served, rows)),
    ),
    validBatch: endpoint(may.write, judged, JudgedRows, (viewer, { verb, list }) =>
      rehearseBatch(list, (trx, rows) => (verb === "add" ? addRows : updateRows)(trx, viewer, served, rows)),
    ),
    keysByCodes: endpoint(may.read, Codes, z.record(z.string(), z.string()), (viewer, { codes }) =>
      findKeysByCodes(served, viewer, codes),
    ),
  };
}

/** Brings deleted records back, all or none; one alone under another code where its own was taken meanwhile. */
export function restoreCall<Row extends object>(
  {
    room,
    restore,
  }: { room: Pick<DeclaredRoom, "key" | "code" | "noun" | "may" | "fields"> } & Pick<Verbs<Row>, "restore">,
  reply: z.ZodType,
  answer: (row: Row) => unknown,
): Endpoint {
  const { key, code, noun, may } = room;
  const ids = z.object({ ids: z.array(recordKey).min(1, `请选择${noun}`).max(1000, "一次最多 1000 个") });
  const one = z.object({ [key]: recordKey, ...(code && { [code]: room.fields[code]!.rule.optional() }) });
  const asked = z.union([ids, one], `请选择要恢复的${noun}：给出 ${key}，或 1 到 1000 个主键的 ids`);
  return endpoint(may.remove, asked, z.array(reply), (viewer, sent) =>
    inTransaction((trx) =>
      joinTransaction(trx, async () => {
        const given = sent as Record<string, string | null> & { ids?: string[] };
        const newCode = (code && given[code]) || undefined;
        const restored: unknown[] = [];
        for (const one of given.ids ?? [given[key]!]) restored.push(answer(await restore(viewer, one, newCode)));
        return restored;
      }),
    ),
  );
}

/** What one call writes can be taken back together, on the page that the histories of its records lead to. */
const asBatch = (viewer: Viewer): Viewer & { batchId: string } => ({ ...viewer, batchId: newKey() });

function wrongRow(issues: readonly z.core.$ZodIssue[]): WrongRow {
  return new WrongRow(issues.slice(0, 20).map(({ path, message }) => ({ path: path.join("."), message })));
}

/** The row without what only answers have, so that an answer can be sent back whole. */
function onlyKnown(row: Row, fields: readonly string[], answered: readonly string[]): Row {
  if (row instanceof WrongRow) return row;
  const unknown = Object.keys(row).filter((name) => !fields.includes(name) && !answered.includes(name));
  if (unknown.length > 0)
    return new WrongRow(
      unknown.slice(0, 20).map((path) => ({ path, message: `没有“${path.slice(0, 64)}”这个字段，请检查名称` })),
    );
  return Object.fromEntries(fields.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}
