import { changeTick } from "~/kit/room/bulk-changes";
import type { Control, Form } from "./forms";
import type { Known } from "./known";
import { oddText } from "./odd-values";
import type { Random } from "./random";

/** What the form sends with its empty fields filled in as a person would. */
export function fillForm(
  { controls, pairs, name }: Form,
  { random, known }: { random: Random; known: Known },
): [string, string][] {
  const isNew = /\/new\b/.test(name);
  const filled = new Map<string, string[]>();
  for (const [at, value] of pairs) filled.set(at, [...(filled.get(at) ?? []), value]);
  const ticks = controls.filter(({ name: one, type }) => one === changeTick && type === "checkbox");
  // Of many records one field is changed: its tick and its value.
  const changed = ticks.length > 0 ? random.pick(ticks).value : undefined;
  if (changed !== undefined) filled.set(changeTick, [changed]);
  const share = random.pick([0, 0, 0, 0.1, 0.5, 0.9]);
  for (const control of controls) {
    const given = control.isInvalid ? "" : (filled.get(control.name)?.[0] ?? "");
    if (given !== "" || /^(hidden|file|submit)$/.test(control.type)) continue;
    if (
      changed === undefined
        ? !control.isRequired && !control.isInvalid && !random.isTrue(share)
        : control.name !== changed
    )
      continue;
    const value = filling(control, isNew, { random, known });
    if (value !== undefined) filled.set(control.name, [value]);
  }
  return [...filled].flatMap(([at, values]) => values.map((value): [string, string] => [at, value]));
}

function filling(
  control: Control,
  isNew: boolean,
  { random, known }: { random: Random; known: Known },
): string | undefined {
  const { type, name, options, least, most, length = 40 } = control;
  if (type === "checkbox" || type === "radio") return control.value || "on";
  if (type === "select") return options.length > 0 ? random.pick(options) : undefined;
  if (type === "date") return `20${random.whole(20, 30)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`;
  if (type === "datetime-local") return "2026-05-06T07:08";
  const end = name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .at(-1)!;
  const told = known.value(end, random, (value) => String(value).length <= length);
  if (type === "number" && told === undefined)
    return String(random.whole(Number(least ?? 0), Math.min(Number(most ?? 9), Number(least ?? 0) + 9)));
  if (told !== undefined && !isNew) return String(told);
  const like =
    typeof told === "string" && /\d/.test(told) ? told.replace(/\d/g, () => String(random.whole(0, 9))) : undefined;
  if (told !== undefined && (typeof told !== "string" || random.isTrue(0.3))) return String(told);
  return like ?? `测${random.whole(0, 1e7).toString(36)}`.slice(0, length);
}

/** The same pairs with one or two of them changed. */
export function mutatePairs(
  pairs: [string, string][],
  { controls }: Form,
  { random, known }: { random: Random; known: Known },
): [string, string][] {
  let changed = [...pairs];
  for (let changes = random.isTrue(0.3) ? 2 : 1; changes > 0; changes--) {
    const names = [...new Set([...controls.map(({ name }) => name), ...changed.map(([name]) => name)])];
    const name = names.length > 0 ? random.pick(names) : "none";
    const control = controls.find((one) => one.name === name);
    const set = (value: string) => (changed = [...changed.filter(([one]) => one !== name), [name, value]]);
    const how = random.next();
    if (how < 0.6) set(near(control, random));
    else if (how < 0.68) set(known.anyKey(random));
    else if (how < 0.76) changed = changed.filter(([one]) => one !== name);
    else if (how < 0.82) changed.push([name, oddText(random)]);
    else if (how < 0.86) set("");
    else if (how < 0.9)
      changed.push(...Array.from({ length: random.pick([50, 1200]) }, (): [string, string] => [name, "1"]));
    else
      changed.push([
        random.pick([
          "__proto__",
          "constructor.prototype.x",
          `${name}[0]`,
          `${name}[9999]`,
          `${name}[x].y`,
          `${name}.${name}`,
          "[",
          "a".repeat(2000),
          "intent",
          "version",
          "orgId",
        ]),
        oddText(random),
      ]);
  }
  return changed;
}

function near(control: Control | undefined, random: Random): string {
  const bounds = [control?.least, control?.most].filter((bound) => bound !== undefined && bound !== "").map(Number);
  if (bounds.length > 0 && random.isTrue(0.5)) return String(random.pick(bounds) + random.pick([-1, 0, 1, 0.5]));
  if (control && control.options.length > 0 && random.isTrue(0.3)) return random.pick(control.options);
  if (control?.value.startsWith("[") || control?.value.startsWith("{"))
    return random.pick([
      "[]",
      "{}",
      "[[1e999,0]]",
      "[null]",
      '[{"lng":"a"}]',
      control.value.slice(0, -1),
      `[${control.value}]`,
      control.value.replace(/\d/g, "9"),
    ]);
  return oddText(random, control?.length);
}
