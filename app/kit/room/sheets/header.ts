import { groupBy } from "~/kit/ground/group-by";
import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import type { SheetColumn } from "./column";

/** Which column of the file holds which field; -1 where none does. `unknown` are headers that are no field's. */
export interface HeaderMatch {
  /** The row of the header, from 1. */
  row: number;
  headers: string[];
  /** Field -> column of the file, from 0. */
  columns: Record<string, number>;
  /** Field -> the header that is no word of the template's but means it elsewhere; earlier checks did not guess. */
  guessed?: Record<string, string>;
  missing: string[];
  unknown: { column: number; header: string }[];
  repeated: string[];
  moved: boolean;
}

/** The column that the result of an earlier import stands in; it is no field's. */
const resultHeader = "导入结果";

/** Rows of a file among which its header is looked for. */
export const firstRows = 30;

/** Finds the header among the first rows: that with the most known columns. Undefined where none has any. */
export function findHeader(rows: readonly SheetRow[], columns: readonly SheetColumn[]): HeaderMatch | undefined {
  const matches = rows.map(({ row, cells }) => matchHeader(row, cells, columns));
  const best = matches.reduce<HeaderMatch | undefined>(
    (found, one) => (count(one) > (found ? count(found) : 0) ? one : found),
    undefined,
  );
  return best;
}

/** The field that a header means: by its label or its name, else without a remark in brackets, else with what people add to a record that is named by its code. */
function fieldOf(header: string, known: readonly SheetColumn[]): SheetColumn | undefined {
  const [said, bare] = [plain(header), withoutRemark(plain(header))];
  return (
    known.find((one) => plainHeader(one) === said || one.name.toLowerCase() === said) ??
    known.find((one) => plainHeader(one) === bare || one.name.toLowerCase() === bare) ??
    known.find(
      (one) => one.reference && ["编号", "编码", "代码", "名称"].some((word) => `${plainHeader(one)}${word}` === bare),
    )
  );
}

/** Fields that no header names, by headers that say the same in other words; two that would mean one field mean none. */
function guessColumns(
  unknown: HeaderMatch["unknown"],
  found: Readonly<Record<string, number>>,
  known: readonly SheetColumn[],
): [name: string, HeaderMatch["unknown"][number]][] {
  if (unknown.length === 0) return [];
  const fields = groupBy(known, (column) => meaningOf(plainHeader(column)));
  const meant = groupBy(unknown, ({ header }) => meaningOf(withoutRemark(plain(header))));
  return [...meant].flatMap(([meaning, headers]) => {
    const [field, ...rivals] = fields.get(meaning) ?? [];
    const isSingle = field && rivals.length === 0 && headers.length === 1 && !(field.name in found);
    return isSingle ? [[field.name, headers[0]!] as [string, (typeof headers)[0]]] : [];
  });
}

/** Words that mean the same in headers, the first as the templates have it. */
const sameWords: readonly (readonly string[])[] = [
  ["编号", "编码", "代码", "号码", "id"],
  ["自编号", "内部编号", "内编号", "车号", "车辆自编号"],
  ["车牌号", "车牌", "车牌号码", "牌照", "牌照号", "车辆牌照"],
  ["所属机构", "机构", "单位", "所属单位", "公司", "所属公司", "分公司", "部门", "所属部门", "车队", "所属车队"],
  ["型号", "车型", "车辆型号"],
  ["姓名", "名字", "人员姓名", "员工姓名"],
  ["工号", "员工编号", "人员编号", "职工编号"],
  ["电话", "手机", "手机号", "手机号码", "联系电话", "联系方式", "电话号码"],
  ["岗位", "职务", "工种"],
  ["经度", "lon", "longitude", "x", "坐标x"],
  ["纬度", "latitude", "y", "坐标y"],
  ["站点名称", "站名", "车站", "车站名称", "站点"],
  ["线路名称", "线路", "线路名", "路别"],
  ["里程", "长度", "公里数"],
  ["下次年检", "年检到期", "年检到期日", "年检有效期", "年审到期"],
  ["下次保养", "保养到期", "下次保养日期"],
  ["行驶证到期", "行驶证有效期", "行驶证到期日"],
  ["交强险到期", "交强险有效期", "交强险到期日"],
  ["商业险到期", "商业险有效期", "商业险到期日"],
];

function meaningOf(header: string): string {
  for (const [first, ...others] of sameWords) if (header === first || others.includes(header)) return first!;
  const end = sameWords[0]!.find((word) => header.length > word.length && header.endsWith(word));
  return (end ? header.slice(0, -end.length) + sameWords[0]![0]! : header).replace(/长度$|公里数$/, "里程");
}

const withoutRemark = (header: string) => header.replace(/[([【][^()[\]【】]*[)\]】]$/, "");

/** What only means a field in other words counts half. */
const count = ({ columns, guessed = {} }: HeaderMatch) => Object.keys(columns).length - Object.keys(guessed).length / 2;

export function matchHeader(row: number, cells: readonly SheetCell[], known: readonly SheetColumn[]): HeaderMatch {
  const headers = cells.map((cell) => (cell === null ? "" : String(cell).trim()));
  const columns: Record<string, number> = {};
  const guessed: Record<string, string> = {};
  const unknown: HeaderMatch["unknown"] = [];
  const repeated: string[] = [];
  headers.forEach((header, at) => {
    if (!header || plain(header) === resultHeader) return;
    const found = fieldOf(header, known);
    if (!found) unknown.push({ column: at, header });
    else if (found.name in columns) repeated.push(found.header);
    else columns[found.name] = at;
  });
  for (const [name, { column, header }] of guessColumns(unknown, columns, known)) {
    columns[name] = column;
    guessed[name] = header;
  }
  const taken = new Set(Object.values(columns));
  return {
    row,
    headers,
    columns,
    guessed,
    unknown: unknown.filter(({ column }) => !taken.has(column)),
    repeated,
    missing: known.filter(({ name }) => !(name in columns)).map(({ name }) => name),
    moved: isMoved(columns, known),
  };
}

/** A header with columns that a person has assigned by hand: field -> column, -1 for none. */
export function assignColumns(
  match: HeaderMatch,
  chosen: Record<string, number>,
  known: readonly SheetColumn[],
): HeaderMatch {
  const taken = new Set(Object.values(chosen));
  const columns = Object.fromEntries(
    known.flatMap(({ name }) => {
      const at = chosen[name] ?? (taken.has(match.columns[name] ?? -1) ? -1 : match.columns[name]);
      return at === undefined || at < 0 ? [] : [[name, at]];
    }),
  );
  const used = new Set(Object.values(columns));
  return {
    ...match,
    columns,
    repeated: match.repeated.filter((header) => !known.some((one) => one.header === header && one.name in chosen)),
    missing: known.filter(({ name }) => !(name in columns)).map(({ name }) => name),
    unknown: match.headers.flatMap((header, column) =>
      header && !used.has(column) && plain(header) !== resultHeader ? [{ column, header }] : [],
    ),
    moved: isMoved(columns, known),
  };
}

function isMoved(columns: Record<string, number>, known: readonly SheetColumn[]): boolean {
  const places = known.flatMap(({ name }) => (name in columns ? [columns[name]!] : []));
  return places.some((place, at) => at > 0 && place < places[at - 1]!);
}

/** A header as it compares with those of other files. */
export const foldHeader = (header: string): string => header.normalize("NFKC").replace(/[*\s]/g, "").toLowerCase();

/** As people write headers: with stars, spaces, full-width letters or a remark in brackets. */
const plain = (header: string) => foldHeader(header).replace(/\((必填|选填|单位[^)]*)\)$/, "");

/** Of a column of the template, which every header of a file is compared with. */
function plainHeader(column: SheetColumn): string {
  const header = plainHeaders.get(column) ?? plain(column.header);
  plainHeaders.set(column, header);
  return header;
}

const plainHeaders = new WeakMap<SheetColumn, string>();
