import type { RouteRelation } from "./route-relation";
import { truncate } from "./text";

/** The name operators use: 438路, 夜4路, 919路快车; "" where neither reference nor name says anything. */
export function lineNameOf(routes: readonly RouteRelation[]): string {
  const ref = refOf(routes);
  const owners = new Set(routes.flatMap(({ network, operator }) => [network, operator]).filter(Boolean));
  const names = new Set([...routes.map((route) => route.name), ...routes.map((route) => route.masterName)]);
  const stems = [...names].slice(0, 50).map((name) => stem(name, [...owners].slice(0, 50)));
  const named = stems.filter(Boolean);
  const chinese = named.find((name) => /\p{Script=Han}/u.test(name) && says(name, ref));
  const name = chinese ?? withUnit(ref || (named[0] ?? "").replace(/^(bus|trolleybus)\s+/i, ""));
  return truncate(name, 64);
}

/** The line's reference, from its routes or their master. */
export function refOf(routes: readonly RouteRelation[]): string {
  return routes.map((route) => route.ref || route.masterRef).find(Boolean) ?? "";
}

/** Both ends as the relation states them, or as its name does ("438路: A => B"). */
export function terminalsOf({ from, to, name }: RouteRelation): { from: string; to: string } {
  if (from && to) return { from, to };
  const route = name
    .split(/[:：]\s*|(?<=路|线|号)\s*\(/)
    .slice(1)
    .join(":");
  const [start = "", ...rest] = route
    .split(/\s*(?:[-=—–]+>|→|⇒|⟶|=>|[—–]{1,2}|至|\s-\s)\s*/)
    .map((part) => part.replace(/\)$/, "").trim());
  const end = rest.filter(Boolean).at(-1) ?? "";
  return { from: from || (end ? start : ""), to: to || end };
}

/** First and last departure from plain opening hours; hours on both sides of midnight are one night service. */
export function hoursOf(openingHours: string): { first: string; last: string } | null {
  const found =
    /^(?:(?:Mo-Su|PH|,|\s)*\s)?((?:\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2})(?:\s*[,;]\s*\d{1,2}:\d{2}\s*-\s*\d{1,2}:\d{2})?)$/.exec(
      openingHours,
    );
  if (!found) return null;
  const ranges = found[1]!
    .split(/[,;]/)
    .map((range) => range.split("-").map((time) => time.trim().padStart(5, "0")) as [string, string]);
  const [only] = ranges.sort(([a], [b]) => (a < b ? -1 : 1));
  if (ranges.length === 1) return { first: only![0], last: only![1] };
  const [night, evening] = [ranges[0]!, ranges[1]!];
  return night[0] === "00:00" && evening[1] === "24:00" ? { first: evening[0], last: night[1] } : null;
}

/** Whether a name holds every character of a reference, in order: 919路快车 says 919快. */
function says(name: string, ref: string): boolean {
  let at = 0;
  for (const character of name) if (character === ref[at]) at += 1;
  return at >= ref.length;
}

/** The part of a relation's name before its ends, without the operator in front. */
function stem(name: string, owners: readonly string[]): string {
  let text = name.split(/[:：]|(?<=路|线|号)\s*\(/)[0]!;
  text = text.replace(/\s*(=>|->|→|⇒).*$/, "").trim();
  for (const owner of owners)
    if (text.startsWith(owner) && text.length > owner.length) text = text.slice(owner.length).trim();
  return text.replace(/^\p{Script=Han}{0,6}?公交(集团|公司)?(?=.)/u, "").trim();
}

const withUnit = (ref: string) => (/^\p{Script=Han}?[A-Za-z]{0,3}\d{1,5}[A-Za-z]?$/u.test(ref) ? `${ref}路` : ref);
