import { describe, expect, it } from "vitest";
import { columnLabel, guessByContent, guessByHeaders, guessHeaderRow } from "./columns";
import { type KnownStation, matchEntries } from "./match";
import { reportRows } from "./row-report";
import { readEntry, type Reading } from "./row-values";
import type { StationEntry } from "./station-entry";

const names = [
  { direction: 1, directionName: "上行" },
  { direction: 2, directionName: "下行" },
] as const;

function read(
  cells: (string | number | boolean | Date | null)[],
  columns: Reading["columns"],
  given: Partial<Reading> = {},
): { entry: StationEntry; said: string[] } {
  const report = reportRows(columns);
  const entry = readEntry(
    { row: 2, cells },
    { columns, crs: "WGS84", direction: "1", directionNames: names, ...given },
    report,
  );
  return { entry, said: report.problems.map(({ column, message }) => `${column}：${message}`) };
}

describe("columns", () => {
  it("named by nothing but brackets are read as fast as any", () => {
    const cells = Array.from({ length: 100 }, () => "(".repeat(32_000));
    expect(guessHeaderRow(Array.from({ length: 10 }, (_, at) => ({ row: at + 1, cells })))).toBe(0);
  }, 5_000);

  it("are known by their headers, whatever is said beside the word", () => {
    expect(guessByHeaders(["序 号", "站点名称*", "经度(WGS84)", "纬度（度）", "上下行", null, "备注"])).toEqual({
      serial: 0,
      staName: 1,
      lng: 2,
      lat: 3,
      direction: 4,
    });
    expect(guessByHeaders(["stop_code", "stop_name", "stop_lat", "stop_lon", "stop_sequence"])).toEqual({
      staSelfCode: 0,
      staName: 1,
      lat: 2,
      lng: 3,
      serial: 4,
    });
  });

  it("have their names in the row that knows most words", () => {
    const rows = [["1路站点一览"], ["制表", "站点科"], ["站名", "经度", "纬度"], ["人民广场", 116.3, 39.9]].map(
      (cells, at) => ({ row: at + 1, cells }),
    );
    expect(guessHeaderRow(rows)).toBe(3);
    expect(guessHeaderRow(rows.slice(3))).toBe(0);
  });

  it("are known by what stands in them", () => {
    const rows = [
      [1, "人民广场", "上行", 116.397, 39.908],
      [2, "火车站", "上行", 116.401, 39.91],
    ].map((cells, at) => ({ row: at + 1, cells }));
    expect(guessByContent(rows)).toEqual({ serial: 0, staName: 1, direction: 2, lng: 3, lat: 4 });
    expect(guessByContent([{ row: 1, cells: ["人民广场", "116.397,39.908"] }])).toEqual({ staName: 0, place: 1 });
    expect(columnLabel(27, "经度", "116.39")).toBe("AB 列 “经度” 如 116.39");
  });
});

describe("a row", () => {
  it("is read as people write it", () => {
    const columns = { staName: 0, place: 1, staSelfCode: 2, isKey: 3, staType: 4, azimuth: 5 };
    const { entry, said } = read(["人民广场", "１１６．３９，３９．９", 1001, "是", "上行招呼站", "90°"], columns);
    expect(said).toEqual([]);
    expect(entry).toMatchObject({
      staName: "人民广场",
      staSelfCode: "1001",
      place: [116.39, 39.9],
      hail: true,
      end: null,
      call: { isKey: true, azimuth: 90 },
    });
  });

  it("tells where its place is none", () => {
    const columns = { staName: 0, lng: 1, lat: 2 };
    expect(read(["甲", 116.39, null], columns).said).toEqual(["C 纬度（Y）：有经度而没有纬度"]);
    expect(read(["甲", 0, 0], columns).said).toEqual(["B 经度（X）：坐标是 0,0，请填写实际位置"]);
    expect(read(["甲", 12_957_000, 4_850_000], columns).said).toEqual([
      "B 经度（X）：经度应在 -180 到 180 之间；单位像是米，请检查坐标系",
    ]);
    expect(read(["甲", 116.39, 39.9], columns, { crs: "EPSG:3857" }).said).toEqual([
      "B 经度（X）：坐标像是经纬度，而选择的坐标系单位是米",
    ]);
    expect(read(["#N/A", 116.39, 39.9], columns).said).toEqual(["A 站名：单元格是错误值 #N/A，请在表格中改正"]);
    expect(read(["甲", 1.23e15], { staName: 0, staSelfCode: 1 }).said).toEqual([
      expect.stringMatching(/^B .*超过 15 位，Excel 已经丢失末尾的数字/),
    ]);
  });

  it("of the other direction is not taken for one of the chosen", () => {
    const columns = { staName: 0, direction: 1 };
    expect(read(["甲", "下行"], columns).said).toEqual([
      "B 方向：这一行写的是“下行”，与所选的方向不同；请选择“按文件中的方向列”，或把方向列设为“没有”",
    ]);
    expect(read(["甲", "下行"], columns, { direction: "file" })).toMatchObject({ entry: { direction: 2 }, said: [] });
    expect(read(["甲", "往东"], columns, { direction: "file" }).said).toEqual(["B 方向：“往东”应为上行或下行"]);
    // The operator has swapped the names.
    const swapped = [
      { direction: 1, directionName: "下行" },
      { direction: 2, directionName: "上行" },
    ] as const;
    expect(read(["甲", "下行"], columns, { direction: "file", directionNames: swapped }).entry.direction).toBe(1);
  });
});

describe("a station", () => {
  const at = (metres: number): [number, number] => [116.39, 39.9 + metres / 111_195];
  const known = (staUuid: string, staSelfCode: string, staName: string, metres: number): KnownStation => ({
    staUuid,
    staSelfCode,
    staName,
    lng: at(metres)[0],
    lat: at(metres)[1],
  });
  const row = (staName: string, staSelfCode: string, metres: number | null, nth = 1) => ({
    ...read([staName, staSelfCode], { staName: 0, staSelfCode: 1 }).entry,
    row: nth,
    place: metres === null ? null : at(metres),
  });

  function match(entries: StationEntry[], stations: KnownStation[], picks: Record<string, string> = {}) {
    const report = reportRows({});
    const found = matchEntries(entries, { known: stations, near: 200, picks, report });
    return {
      how: found.matches.map(({ how, key }) => `${how} ${key}`),
      added: found.added,
      said: report.problems.map(({ level, message }) => `${level} ${message}`),
    };
  }

  it("is found by its number first, and what differs is told", () => {
    expect(match([row("人民广场站", "A1", 3)], [known("u1", "A1", "人民广场", 0)])).toMatchObject({
      how: ["code u1"],
      said: [],
    });
    expect(match([row("火车站", "A1", 900)], [known("u1", "A1", "人民广场", 0)]).said).toEqual([
      "warning 编号 A1 的站点名为“人民广场”，与文件不同，将使用已有站点",
      "warning 编号 A1 的站点离文件中的坐标 900 米，将使用已有站点的位置",
    ]);
  });

  it("is the nearest of its name, unless two stand alike", () => {
    const twins = [known("u1", "A1", "人民广场", 0), known("u2", "A2", "人民广场", 60)];
    expect(match([row("人民广场", "", 5)], twins).how).toEqual(["name u1"]);
    expect(match([row("人民广场", "", 28)], twins)).toMatchObject({
      how: ["ask null"],
      said: ["error 有 2 个同名站点相距很近，请在这一行选择是哪一个"],
    });
    expect(match([row("人民广场", "", 28)], twins, { 1: "u2" }).how).toEqual(["chosen u2"]);
    expect(match([row("人民广场", "", 28)], twins, { 1: "new" }).how).toEqual(["new new-1"]);
    expect(match([row("人民广场", "", 500)], twins)).toMatchObject({ how: ["new new-1"], said: [] });
    expect(match([row("人民广场", "", null)], twins).said).toEqual(["error 有 2 个同名站点，请在这一行选择是哪一个"]);
  });

  it("that is new is made once for the rows that mean it", () => {
    expect(
      match(
        [
          row("新站", "N1", 0, 1),
          row("新站", "N1", 20, 2),
          row("新站", "", 0, 3),
          row("新站", "", 5, 4),
          row("新站", "", 40, 5),
        ],
        [],
      ),
    ).toMatchObject({ how: ["new new-1", "new new-1", "new new-2", "new new-2", "new new-3"], said: [] });
    expect(match([row("新站", "N1", 0, 1), row("别站", "N1", 0, 2), row("新站", "N1", 90, 3)], []).said).toEqual([
      "error 编号 N1 在前面的行里是“新站”，一个编号只能是一个站点",
      "error 编号 N1 在前面的行里相距 90 米，一个编号只能是一个站点",
    ]);
    expect(match([row("新站", "", null), row("", "X9", 5)], []).said).toEqual([
      "error 没有同名的站点；新建站点请填写坐标",
      "error 没有编号为 X9 的站点；新建站点请填写站名",
    ]);
  });
});
