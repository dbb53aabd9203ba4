import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { requireAttachment } from "~/kit/data/attachments/attachments.server";
import { type FieldError, Problem, problem } from "~/kit/ground/problem";
import { fileFault } from "./file-limits";
import type { DeclaredRoom } from "./room";

type Values = Record<string, unknown>;

/** A warning about a record, which whoever saves it confirms by its word. */
export type Doubt = FieldError & { confirm: string };
type Rules = Pick<DeclaredRoom, "fields" | "checks"> | undefined;

/** Refuses an attachment, in any field that holds one, that is not there for the viewer or not what the field takes; one that stays may stay. */
export async function requireFiles(viewer: Viewer, room: Rules, values: Values, current: Values = {}): Promise<void> {
  for (const [name, { file: limits }] of Object.entries(room?.fields ?? {})) {
    const key = values[name];
    if (!limits || typeof key !== "string" || key === current[name]) continue;
    const found = await requireAttachment(viewer, key).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
    const fault = found ? fileFault(limits, found) : "附件不存在，或您无权使用，请重新上传";
    if (fault) throw problem.field(name, fault);
  }
}

/** What the room's checks say of the record that a change would make, beyond what they say of it as it is. */
export function findNewIssues(room: Rules, current: Values, changes: Values): { path: string; message: string }[] {
  const before = new Set(findIssues(room, current).map(({ path, message }) => path + message));
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return findIssues(room, { ...current, ...given }).filter(({ path, message }) => !before.has(path + message));
}

/** Throws problem.fields for a change after which the record would break one of the room's checks. */
export function refuseBroken(room: Rules, current: Values, changes: Values): void {
  const issues = findNewIssues(room, current, changes);
  if (issues.length > 0) throw problem.fields(issues);
}

interface Doubting {
  doubts?(record: Values): readonly Doubt[];
}

/** What is doubtful about a record and has not been confirmed; what was so before may stay. */
export function openDoubts(
  { doubts }: Doubting,
  { confirmed = [] }: Pick<Viewer, "confirmed">,
  record: Values,
  before?: Values,
): Doubt[] {
  const known = new Set(before && doubts?.(before).map(({ message }) => message));
  const open = doubts?.(record) ?? [];
  return open.filter(({ confirm, message }) => !confirmed.includes(confirm) && !known.has(message));
}

export function refuseDoubts(source: Doubting, viewer: Viewer, changes: Values, current?: Values): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const open = openDoubts(source, viewer, { ...current, ...given }, current);
  if (open.length > 0) throw problem.fields(open);
}

export const findFault = (room: Rules, record: Values): string | undefined => findIssues(room, record)[0]?.message;

/** What the room's checks say of a record. */
export function findIssues(room: Rules, record: Values): { path: string; message: string }[] {
  const { checks = [] } = room ?? {};
  if (checks.length === 0) return [];
  const schema = checks.reduce<z.ZodType>((checked, check) => checked.superRefine(check as never), z.any());
  return (schema.safeParse(record).error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
}
