import type { z } from "zod";
import { fieldWords, otherWords } from "~/call-field-words";
import { changeLabels as nodeLabels } from "~/domains/line-files/node-words";
import { variantRoom } from "~/domains/line-variants/room";
import { paramLabels } from "~/domains/line-versions/params/schema";
import { lineLabels } from "~/domains/lines/labels";
import { LineRow } from "~/domains/lines/schema";
import { lineTable } from "~/domains/lines/table";
import type { Table } from "~/kit/page/tables/define-table";
import { rooms } from "~/rooms";

type Labels = Record<string, string>;

/** What the lists of a room ask for, and show of its rows; what is searched for goes by its general name. */
function tableLabels({ columns, filterFields }: Pick<Table<never, never>, "columns" | "filterFields">, row: z.ZodType) {
  const { shape = {} } = row as Partial<z.ZodObject>;
  const shown = columns.filter(({ id }) => id in shape).map(({ id, header }): [string, string] => [id, header]);
  const asked = (filterFields as { name: string; label: string }[]).map(({ name, label }) => [name, label]);
  const { keyword: _, ...labels } = Object.fromEntries([...asked, ...shown]) as Labels;
  return labels;
}

const keyLabels: Labels = Object.fromEntries(rooms.map(({ room }) => [room.key, `${room.noun}主键`]));

const byFamily = new Map<string, Labels>([
  ...rooms.flatMap(({ room, table, calls }) => {
    const labels = { ...tableLabels(table, room.Row), ...room.words.labels, [room.key]: keyLabels[room.key]! };
    return calls.map(({ prefix }): [string, Labels] => [prefix, labels]);
  }),
  ["/api/line/classify/v1.0", variantRoom.words.labels],
  ["/api/line/file/node/info", nodeLabels],
  ["/api/line/v1.0", { ...paramLabels, ...tableLabels(lineTable, LineRow), ...lineLabels }],
]);

export const fieldTitles = {
  inRoom: (path: string, name: string) => byFamily.get(path.slice(0, path.lastIndexOf("/")))?.[name],
  anywhere: (path: string, name: string): string | undefined =>
    otherWords[path.slice(0, path.lastIndexOf("/"))]?.[name] ?? fieldWords[name] ?? keyLabels[name],
};
