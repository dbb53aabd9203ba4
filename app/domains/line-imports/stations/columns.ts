import type { SheetCell, SheetRow } from "~/kit/page/sheets/sheet";
import { columnName } from "~/kit/page/sheets/sheet";
import { textOf } from "./cell-text";

export const stationColumns = {
  staName: {
    label: "站名",
    headers: ["站名", "站点名称", "zdmc", "站点", "名称", "车站", "站点名", "stopname", "name", "staname"],
  },
  staSelfCode: {
    label: "站点编号",
    headers: [
      "站点编号",
      "zdid",
      "编号",
      "站号",
      "站点编码",
      "编码",
      "站点代码",
      "站码",
      "stopcode",
      "code",
      "staselfcode",
    ],
  },
  lng: {
    label: "经度（X）",
    headers: ["经度", "lng", "sourcelon", "lon", "longitude", "stoplon", "x", "x坐标", "东经"],
  },
  lat: { label: "纬度（Y）", headers: ["纬度", "lat", "sourcelat", "latitude", "stoplat", "y", "y坐标", "北纬"] },
  place: { label: "坐标（经度,纬度）", headers: ["坐标", "经纬度", "位置", "经度纬度", "location"] },
  serial: {
    label: "站序",
    headers: ["站序", "序号", "顺序", "站点序号", "排序", "序", "sequence", "stopsequence", "serial"],
  },
  direction: { label: "方向", headers: ["方向", "szgjfx", "上下行", "线路方向", "行驶方向", "运行方向", "direction"] },
  line: {
    label: "线路",
    headers: ["线路", "线路名称", "线路名", "路线", "所属线路", "line", "linename"],
  },
  lineId: {
    label: "线路编号",
    headers: ["线路编号", "线路编码", "线路代码", "线路号", "lineid", "linecode", "routeid", "xlid"],
  },
  firstTime: { label: "首班", headers: ["首班", "首班时间", "首班车", "首班车时间", "首车", "首车时间", "firsttime"] },
  lastTime: { label: "末班", headers: ["末班", "末班时间", "末班车", "末班车时间", "末车", "末车时间", "lasttime"] },
  company: {
    label: "所属公司",
    headers: ["所属公司", "公司", "运营公司", "运营单位", "所属机构", "所属单位", "分公司", "company", "operator"],
  },
  price: { label: "票价", headers: ["票价", "全程票价", "基本票价", "票价元", "票制", "price", "fare"] },
  departure: {
    label: "发车时刻",
    headers: [
      "发车时刻",
      "发车时间",
      "发车",
      "发点",
      "开车时间",
      "发班时间",
      "时刻",
      "时刻表",
      "departure",
      "departuretime",
    ],
  },
  days: { label: "运营日", headers: ["运营日", "运行日", "班期", "日期类型", "运营日类型", "days"] },
  via: {
    label: "途经站点",
    headers: [
      "途经站点",
      "途经站",
      "途径站点",
      "沿途站点",
      "停靠站点",
      "经过站点",
      "站点列表",
      "线路站点",
      "上行站点",
      "上行途经站点",
      "去程站点",
      "去程途经站点",
      "stops",
    ],
  },
  viaBack: {
    label: "返程途经站点",
    headers: ["返程途经站点", "返程站点", "回程站点", "回程途经站点", "下行站点", "下行途经站点"],
  },
  staType: { label: "站点类型", headers: ["站点类型", "类型", "站别", "站点类别", "statype"] },
  distance: { label: "距起点（公里）", headers: ["距起点", "距起点公里", "里程", "累计里程", "距首站", "distance"] },
  duration: { label: "距起点（秒）", headers: ["行驶时间", "距起点秒", "运行时间", "duration"] },
  dwell: { label: "停站（秒）", headers: ["停站", "停站时间", "停站秒", "停靠时间", "dwell"] },
  azimuth: { label: "方位角", headers: ["方位角", "角度", "航向", "航向角", "方向角", "azimuth", "angle"] },
  inRadius: { label: "进站半径（米）", headers: ["进站半径", "半径", "报站半径", "inradius", "radius"] },
  outRadius: { label: "出站半径（米）", headers: ["出站半径", "outradius"] },
  limitSpeed: { label: "限速", headers: ["限速", "限速值", "限制速度", "limitspeed"] },
  isKey: { label: "大站", headers: ["大站", "是否大站", "iskey"] },
  isTimed: { label: "考核点", headers: ["考核点", "是否考核点", "考核站", "istimed"] },
  fareStage: { label: "票价段", headers: ["票价段", "计价段", "farestage"] },
  alias: { label: "报站名", headers: ["报站名", "别名", "播报名", "alias"] },
  aliasEn: { label: "英文报站名", headers: ["英文报站名", "英文别名", "aliasen"] },
  nameEn: { label: "英文站名", headers: ["英文站名", "英文名", "英文名称", "站点英文名", "nameen"] },
  road: { label: "所在道路", headers: ["所在道路", "道路", "路名", "道路名称", "road"] },
} as const satisfies Record<string, { label: string; headers: readonly string[] }>;
export type StationColumn = keyof typeof stationColumns;
export const stationColumnNames = Object.keys(stationColumns) as StationColumn[];

/** What only a table of many lines says. */
export const networkColumns: readonly StationColumn[] = [
  "firstTime",
  "lastTime",
  "company",
  "price",
  "departure",
  "days",
  "via",
  "viaBack",
];

export type Columns = Partial<Record<StationColumn, number>>;

/** The row that names the columns: of the first ten the one with most names that we know, at least two; 0 where none does. */
export function guessHeaderRow(rows: readonly SheetRow[]): number {
  let best = { row: 0, known: 1 };
  for (const { row, cells } of rows.slice(0, 10)) {
    const known = Object.keys(guessByHeaders(cells)).length;
    if (known > best.known) best = { row, known };
  }
  return best.row;
}

export function guessColumns(rows: readonly SheetRow[], headerRow: number): Columns {
  const header = rows.find(({ row }) => row === headerRow);
  const named = header ? guessByHeaders(header.cells) : {};
  return Object.keys(named).length > 0 ? named : guessByContent(rows.filter(({ row }) => row > headerRow));
}

export function describeColumns(rows: readonly SheetRow[], headerRow: number) {
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  const body = rows.filter(({ row }) => row > headerRow);
  const width = Math.max(header.length, ...rows.slice(0, 200).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => {
    const example = body.find(({ cells }) => textOf(cells[at] ?? null) !== "")?.cells[at] ?? null;
    return { at, header: textOf(header[at] ?? null).slice(0, 100), sample: textOf(example).slice(0, 20) };
  });
}

/** What each column says by its header; the plainest word for a thing goes first. */
export function guessByHeaders(cells: readonly SheetCell[]): Columns {
  const headers = cells.map((cell) => (typeof cell === "string" ? bare(cell) : ""));
  const guessed: Columns = {};
  for (const name of stationColumnNames) {
    const words: readonly string[] = stationColumns[name].headers;
    const taken = Object.values(guessed);
    const places = words.map((word) => headers.findIndex((header, at) => header === word && !taken.includes(at)));
    const place = places.find((at) => at >= 0);
    if (place !== undefined) guessed[name] = place;
  }
  return guessed;
}

/** The same by what stands in the columns, where nothing names them: numbers that could be places in China, names in Chinese, 1 2 3. */
export function guessByContent(rows: readonly SheetRow[]): Columns {
  const some = rows.slice(0, 50);
  const width = Math.max(0, ...some.map(({ cells }) => cells.length));
  const guessed: Columns = {};
  const fits = (at: number, test: (value: string) => boolean) =>
    some.length > 0 && some.filter(({ cells }) => test(String(cells[at] ?? "").trim())).length > some.length * 0.7;
  const decimal = (value: string) => (/^-?\d{1,3}\.\d{2,}$/.test(value) ? Math.abs(Number(value)) : NaN);
  const isEither = (at: number) => {
    const said = new Set(some.map(({ cells }) => String(cells[at] ?? "").trim()));
    return some.length > 4 && said.size === 2 && (saysBoth(said, "0", "1") || saysBoth(said, "1", "2"));
  };
  const looks = {
    place: (at: number) => fits(at, (value) => /^\d{2,3}\.\d{2,}\s*[,，\s]\s*\d{1,2}\.\d{2,}$/.test(value)),
    lng: (at: number) => fits(at, (value) => decimal(value) > 70 && decimal(value) <= 180),
    lat: (at: number) => fits(at, (value) => decimal(value) <= 70),
    direction: (at: number) => fits(at, (value) => /^[上下]行$/.test(value)) || isEither(at),
    staName: (at: number) => fits(at, (value) => /\p{Script=Han}/u.test(value)),
    serial: (at: number) => guessed.staName === undefined && fits(at, (value) => /^\d{1,3}$/.test(value)),
    staSelfCode: (at: number) => fits(at, (value) => /^[A-Za-z]*\d{3,}[A-Za-z]?$/.test(value)),
  };
  const names = Object.keys(looks) as (keyof typeof looks)[];
  for (let at = 0; at < width; at++) {
    const name = names.find((one) => guessed[one] === undefined && looks[one](at));
    if (name) guessed[name] = at;
  }
  return guessed;
}

const saysBoth = (said: ReadonlySet<string>, one: string, other: string) => said.has(one) && said.has(other);

export function columnLabel(at: number, header: string, sample: string): string {
  return [`${columnName(at)} 列`, header && `“${header.slice(0, 30)}”`, sample && `如 ${sample}`]
    .filter(Boolean)
    .join(" ");
}

/** A header without spaces, remarks in brackets and marks that a field must be filled; a cell of thousands of brackets names no column. */
function bare(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, "")
    .replace(/[\s*_:：\-/.]/g, "");
}
