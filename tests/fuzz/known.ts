import type { Random } from "./random";

export type Row = Record<string, unknown>;

const most = 60;

/** What answers have told of the city: values by the name of their field, and records by the prefix of the calls that told them. */
export class Known {
  private readonly values = new Map<string, Set<unknown>>();
  private readonly rows = new Map<string, Map<string, Row>>();
  private keys: string[] = [];

  constructor(private readonly spared: ReadonlySet<string>) {}

  forget(): void {
    this.values.clear();
    this.rows.clear();
    this.keys = [];
  }

  learnValue(name: string, value: unknown): void {
    if (value === null || value === "" || typeof value === "object" || this.spared.has(String(value))) return;
    const known = this.values.get(name) ?? new Set();
    this.values.set(name, known);
    if (known.size >= most || (typeof value === "string" && value.length > 2000)) return;
    known.add(value);
    if (isKey(value) && this.keys.length < 2000) this.keys.push(value);
  }

  /** Reads all that stands in an answer's data. */
  learn(prefix: string, told: unknown): void {
    if (Array.isArray(told)) return told.slice(0, most).forEach((one) => this.learn(prefix, one));
    if (typeof told !== "object" || told === null) return;
    const row = told as Row;
    if (Object.values(row).some((value) => this.spared.has(String(value)))) return;
    const own = Object.values(row).find(isKey);
    const rows = this.rows.get(prefix) ?? new Map<string, Row>();
    this.rows.set(prefix, rows);
    if (own && (rows.size < most || rows.has(own))) rows.set(own, { ...rows.get(own), ...row });
    for (const [name, value] of Object.entries(row)) {
      if (Array.isArray(value)) for (const one of value.slice(0, 5)) this.learnValue(name, one);
      this.learnValue(name, value);
      this.learn(prefix, value);
    }
  }

  row(prefix: string, random: Random): Row | undefined {
    const rows = this.rows.get(prefix);
    return rows && rows.size > 0 ? random.pick([...rows.values()]) : undefined;
  }

  /** A value that a field of this name has somewhere; of a key also by the end of the name (fromStaUuid is a staUuid). */
  value(name: string, random: Random, fits: (value: unknown) => boolean): unknown {
    const named = [...(this.values.get(name) ?? [])].filter(fits);
    if (named.length > 0) return random.pick(named);
    const end = [...this.values.keys()].find((one) => one.length > 3 && name.toLowerCase().endsWith(one.toLowerCase()));
    const ended = end === undefined ? [] : [...this.values.get(end)!].filter(fits);
    return ended.length > 0 ? random.pick(ended) : undefined;
  }

  anyKey(random: Random): string {
    return this.keys.length > 0 ? random.pick(this.keys) : "0".repeat(32);
  }
}

export const isKey = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
