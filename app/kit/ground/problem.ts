export type Reason = "field" | "stale" | "missing" | "used" | "forbidden";

export interface FieldError {
  /** The field's name as the form or call sends it; empty for the whole record. */
  path: string;
  message: string;
  /** Which row of a list, from 1. */
  row?: number;
  /** Of a warning: it passes where this word is among those confirmed. */
  confirm?: string;
}

/** Both sides of a stale save and what both began from, as plain field maps. */
export interface Conflict {
  original: Record<string, unknown>;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
  theirVersion: number;
  changedBy: string;
  changedAt: string;
}

export interface Way {
  href: string;
  label: string;
}

/** A refusal that the person can do something about; never our own fault. */
export class Problem extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    readonly errors: FieldError[] = [],
    readonly conflict?: Conflict,
    /** Where a page leads who meets this instead of what they asked for. */
    readonly way?: Way,
  ) {
    super(message);
    this.name = "Problem";
  }
}

/** Too many ask for the same at once; the person should come again in a moment. */
export class BusyProblem extends Problem {
  constructor(message: string) {
    super("used", message);
  }
}

/** What was asked takes longer than anybody waits for; less of it may not. */
export class SlowProblem extends Problem {
  constructor() {
    super("used", "数据量太大，在规定的时间内没有查完；请加上条件、缩小范围再试。如果刚才在保存，请先看看是否已经保存");
  }
}

export const problem = {
  field: (path: string, message: string, row?: number) => new Problem("field", message, [{ path, message, row }]),
  fields: (errors: FieldError[]) => new Problem("field", errors[0]?.message ?? "填写有误", errors),
  /** No living record has this key; `words`: what is known of it, `way`: where to look instead. */
  missing: (noun: string, { words, way }: { words?: string; way?: Way } = {}) =>
    new Problem("missing", words ?? `${noun}不存在或已删除`, [], undefined, way),
  used: (message: string) => new Problem("used", message),
  stale: (conflict: Conflict) => new Problem("stale", `${conflict.changedBy}在您编辑期间保存过这条记录`, [], conflict),
  forbidden: (message = "您没有执行此操作的权限") => new Problem("forbidden", message),
};

/** Runs a change and answers its result, or the problem that the person should see at the form. */
export async function attempt<T>(
  change: () => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: Problem }> {
  try {
    return { ok: true, value: await change() };
  } catch (error) {
    if (error instanceof Problem && error.reason !== "missing" && error.reason !== "forbidden")
      return { ok: false, problem: error };
    throw error;
  }
}
