import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { ImportLife } from "./import-life.server";
import type { ImportFacts } from "./import-states";

/** A way in for files, as the list of all imports and the calls for all of them know it. */
export interface Door {
  life: ImportLife;
  /** What a person must be allowed to see imports, and to begin or change them. */
  may: { read: string; write: string };
  /** What comes in through it as far as a viewer may see that: the code of lists and its words. */
  titles(viewer: Viewer): Record<string, string>;
  href(row: { importId: string; kind: string }): string;
  /** Throws problem.missing, also for what the viewer may not see. */
  find(viewer: Viewer, importId: string): Promise<Omit<ImportFacts, "preview" | "result">>;
  tell(viewer: Viewer, importId: string): Promise<ToldImport>;
  /** Some of what it read or wrote: `page` from 1, `size` at most 500. */
  rows(viewer: Viewer, importId: string, kind: ToldKind, page: { page: number; size: number }): Promise<ToldRows>;
  start: DoorStep<readonly string[], string>;
  choose?: DoorStep<string>;
  correct?: DoorStep<string>;
  confirm: DoorStep<string>;
  cancel(viewer: Viewer, importId: string): Promise<unknown>;
  undo?(viewer: Viewer, importId: string): Promise<unknown>;
  retry?(viewer: Viewer, importId: string): Promise<unknown>;
}

/** What a door asks for at one step of an import, and does with the answer. */
export interface DoorStep<Of, Reply = unknown> {
  form: z.ZodObject;
  carry(viewer: Viewer, of: Of, asked: unknown): Promise<Reply>;
}

/** Joins a form and what is done with what it says. */
export const doorStep = <Form extends z.ZodObject, Of, Reply>(
  form: Form,
  carry: (viewer: Viewer, of: Of, asked: z.output<Form>) => Promise<Reply>,
): DoorStep<Of, Reply> => ({ form, carry: (viewer, of, asked) => carry(viewer, of, asked as z.output<Form>) });

/** The form of a step that asks for nothing. */
export const noFields = z.object({});

const count = z.number().optional();
export const ToldImport = z.object({
  counts: z
    .array(
      z.object({
        what: z.string().describe("行、线路、站点、道路……"),
        new: count,
        changed: count,
        same: count,
        wrong: count,
        kept: count.describe("没有写入，或撤销时保持不变的"),
      }),
    )
    .describe("预览时是将要写入的，导入以后是已经写入的"),
  questions: z
    .array(z.object({ path: z.string().describe("choose、correct 或 confirm 的哪一项"), message: z.string() }))
    .describe("确认以前必须回答的问题；为空时可以确认"),
  problems: z.array(z.object({ where: z.string(), text: z.string() })).describe("读取和写入中的问题，最多列出 500 个"),
  problemCount: z.number(),
});
export type ToldImport = z.output<typeof ToldImport>;

/** Kinds of rows and records in an import. */
export const toldKinds = ["wrong", "new", "changed", "same", "folded", "refused"] as const;
export type ToldKind = (typeof toldKinds)[number];

const words = z.string();
export const ToldRow = z.object({
  row: z.number().nullable().describe("文件的行号，从 1 起；没有行的文件为 null"),
  code: words.describe("编号或名称"),
  values: z.array(z.object({ title: words, value: words })).describe("读成的内容"),
  changes: z.array(z.object({ title: words, before: words, after: words })),
  errors: z.array(z.object({ name: words, title: words, text: words, message: words })),
});
export interface ToldRows<Row extends number | null = number | null> {
  list: (Omit<z.output<typeof ToldRow>, "row"> & { row: Row })[];
  total: number;
}

/** A row that only has a name and words beside it, or why it is wrong. */
export const toldRow = <Row extends number | null>(
  code: string,
  { title = "", value, message }: { title?: string; value?: string; message?: string },
  row: Row,
): ToldRows<Row>["list"][number] => ({
  row,
  code,
  values: value === undefined ? [] : [{ title, value }],
  changes: [],
  errors: message === undefined ? [] : [{ name: "", title: "", text: "", message }],
});

let known: readonly Door[] = [];

/** Called once, before the first request. */
export function registerDoors(doors: readonly Door[]): void {
  known = doors;
}

export const listDoors = (): readonly Door[] => known;
