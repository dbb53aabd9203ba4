import { type Service as Sent, Service } from "./schema";

const fields = ["intervalMinutes", "layoverMinutes", "upMinutes", "downMinutes"] as const;

/** What an address asks of each draft it names; what cannot be read is told and left as it runs today. */
export function readAsked(search: URLSearchParams): { asked: (Sent & { versionUuid: string })[]; faults: string[] } {
  const columns = Object.fromEntries(fields.map((name) => [name, search.getAll(name)]));
  const faults: string[] = [];
  const asked = search.getAll("version").map((versionUuid, at) => {
    const typed = Object.fromEntries(
      fields.flatMap((name) => {
        const text = columns[name]![at]?.trim();
        return text ? [[name, Number(text)]] : [];
      }),
    );
    const read = Service.safeParse(typed);
    if (read.success) return { versionUuid, ...read.data };
    faults.push(...read.error.issues.map(({ message }) => `第 ${at + 1} 行：${message}`));
    const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
    const good = Service.parse(Object.fromEntries(Object.entries(typed).filter(([name]) => !wrong.has(name))));
    return { versionUuid, ...good };
  });
  return { asked, faults };
}
