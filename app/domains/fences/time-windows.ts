import { z } from "zod";

/** A stretch of the day; one that ends before it begins runs past midnight. */
export interface TimeWindow {
  from: string;
  to: string;
}

const most = 10;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "时刻应为 HH:mm，例如 06:30");
// In the order in which the database gives the fields of a JSON object back.
const windows = z.array(z.object({ to: clock, from: clock })).max(most, `最多 ${most} 个时段`);

/** As a call sends them, or as a form's lines "06:00-09:00"; none means all day. */
export const timeWindows = windows.superRefine(sound);
export const timeWindowLines = z
  .union([windows, z.string().max(400, `最多 ${most} 个时段`)])
  .transform((sent, context): TimeWindow[] => {
    if (typeof sent !== "string") return sent;
    const lines = sent
      .split(/[\r\n;；]+/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length > most) return wrong(context, `最多 ${most} 个时段`);
    const read: TimeWindow[] = [];
    for (const [index, line] of lines.entries()) {
      const [, from, to] = /^(\d{1,2}[:：]\d{2})\s*[-–—~～至]\s*(\d{1,2}[:：]\d{2})$/.exec(line) ?? [];
      const one = { to: plain(to), from: plain(from) };
      if (!clock.safeParse(one.from).success || !clock.safeParse(one.to).success)
        return wrong(context, `第 ${index + 1} 行“${line.slice(0, 20)}”不是时段，请写成 06:00-09:00`);
      read.push(one);
    }
    return read;
  })
  .superRefine(sound);

export const windowWords = (sent: readonly TimeWindow[]) => sent.map(({ from, to }) => `${from}-${to}`).join("、");
export const windowLines = (sent: readonly TimeWindow[]) => sent.map(({ from, to }) => `${from}-${to}`).join("\n");

function sound(sent: TimeWindow[], context: z.core.$RefinementCtx) {
  const taken = new Uint8Array(DAY);
  for (const [index, { from, to }] of sent.entries()) {
    const [start, end] = [minutes(from), minutes(to)];
    if (start === end)
      return void context.addIssue({ code: "custom", message: `第 ${index + 1} 个时段的起止相同，全天请留空` });
    // Counted, so that a time of day that is none (refused elsewhere) ends the loop at once.
    const length = (end - start + DAY) % DAY;
    for (let minute = 0; minute < length; minute++) {
      const at = (start + minute) % DAY;
      if (taken[at])
        return void context.addIssue({ code: "custom", message: `第 ${index + 1} 个时段与前面的时段重叠` });
      taken[at] = 1;
    }
  }
}

function wrong(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

const DAY = 24 * 60;
const plain = (text = "") => text.replace("：", ":").padStart(5, "0");
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
