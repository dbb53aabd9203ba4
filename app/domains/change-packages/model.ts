export const itemKinds = { version: "线路版本", station: "站点", fence: "电子围栏" } as const;
export type ItemKind = keyof typeof itemKinds;
/** What is changed of a record, beside versions of lines. */
export type RecordKind = Exclude<ItemKind, "version">;

export interface ChangeItem {
  itemUuid: string;
  packageUuid: string;
  kind: ItemKind;
  recordKey: string;
  title: string;
  classifySid: string | null;
  changes: Record<string, unknown>;
  original: Record<string, unknown>;
  beforeUuid: string | null;
}

export interface Refusal {
  itemUuid: string;
  title: string;
  message: string;
}

export const shapeFields = ["shape", "lng", "lat", "radius", "coords", "width"] as const;

/** The fields that a package may change; the others change at once, by the record's own form. */
export const plannedFields = {
  station: [
    "staName",
    "nameEn",
    "pronunciation",
    "lng",
    "lat",
    "azimuth",
    "road",
    "roadSide",
    "address",
    "staKind",
    "state",
    "openDate",
    "stopDate",
  ],
  fence: [
    "fenceName",
    "enabled",
    "ruleType",
    "limitSpeed",
    "stopMinutes",
    "beginDate",
    "endDate",
    "remark",
    ...shapeFields,
  ],
} as const satisfies Record<RecordKind, readonly string[]>;

export const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Of what was sent, the fields that differ from the record: as they shall be, and as they are. */
export function differing(
  kind: RecordKind,
  record: Record<string, unknown>,
  sent: Record<string, unknown>,
): Pick<ChangeItem, "changes" | "original"> {
  const names = plannedFields[kind].filter((name) => name in sent && !same(sent[name], record[name]));
  const sideOf = (side: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, side[name] ?? null]));
  return { changes: sideOf(sent), original: sideOf(record) };
}
