/** A junction of the demo city: column 0 to 13 from west to east, row 0 to 9 from south to north; -1, 14 and 10 lie outside the ring. */
export type Junction = readonly [column: number, row: number];

export interface Street {
  name: string;
  roadClass: string;
  maxSpeed: number;
  junctions: Junction[];
  drive: "both" | "along" | "against";
  /** Name of a bus lane against the traffic, laid as a way of its own to the right of the listed direction. */
  busLane?: string;
}

const columns = [0, 520, 1010, 1560, 1860, 2420, 3080, 3650, 4260, 4640, 5200, 5830, 6420, 7050];
const rows = [0, 480, 1060, 1380, 1980, 2560, 3090, 3700, 4260, 4850];
const speeds: Record<string, number> = { primary: 60, secondary: 50, tertiary: 40, residential: 30 };
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);

/** All streets; the river between columns 8 and 9 has bridges in rows 0, 4 and 9 only. */
export const streets: Street[] = [
  { name: "环城路", roadClass: "trunk", maxSpeed: 70, junctions: ringJunctions(), drive: "both" },
  northSouth(1, "梧桐街", "residential"),
  northSouth(2, "学府路", "secondary"),
  northSouth(3, "文昌街", "tertiary", "along"),
  northSouth(4, "武定街", "tertiary", "against"),
  northSouth(5, "和平街", "tertiary"),
  northSouth(6, "人民路", "primary", "both", -1, 10),
  northSouth(7, "青年街", "secondary"),
  northSouth(8, "滨河西路", "tertiary"),
  northSouth(9, "滨河东路", "tertiary"),
  northSouth(10, "工农街", "tertiary", "both", 0, 2),
  { ...northSouth(10, "工农街", "tertiary", "against", 2, 7), busLane: "工农街公交专用道" },
  northSouth(10, "工农街", "tertiary", "both", 7, 9),
  northSouth(11, "科技路", "secondary"),
  northSouth(12, "东风街", "residential"),
  eastWest(1, "南湖路", "secondary"),
  eastWest(2, "兴业路", "tertiary", "along"),
  eastWest(3, "建设路", "tertiary", "against"),
  eastWest(4, "迎宾大道", "primary", "both", -1, 14),
  eastWest(5, "解放路", "tertiary"),
  eastWest(6, "光明路", "tertiary"),
  eastWest(7, "长宁路", "secondary"),
  eastWest(8, "北苑路", "residential"),
];

/** Whether a street goes on from one junction to the next: not over the river, through the park or through the college. */
export function isLinked(a: Junction, b: Junction): boolean {
  const [column, row] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  if (a[1] === b[1]) return column === 8 ? [0, 4, 9].includes(row) : !(column === 5 && row === 6);
  return !(column === 2 && row === 5);
}

/** Metres east and north of the city's south-west corner; slightly off the grid, always by the same amount. */
export function junctionPlace([column, row]: Junction): [east: number, north: number] {
  const x = columns[column] ?? (column < 0 ? -740 : 7820);
  const y = rows[row] ?? (row < 0 ? -690 : 5560);
  return [
    x + 55 * Math.sin(row * 0.8 + column * 0.25) + 22 * Math.sin(column * 12.9 + row * 78.2),
    y + 50 * Math.sin(column * 0.55 + row * 0.3) + 22 * Math.sin(column * 39.3 + row * 11.1),
  ];
}

function northSouth(
  column: number,
  name: string,
  roadClass: string,
  drive: Street["drive"] = "both",
  from = 0,
  to = 9,
): Street {
  const junctions = upTo(from, to).map((row): Junction => [column, row]);
  return { name, roadClass, maxSpeed: speeds[roadClass]!, drive, junctions };
}

function eastWest(
  row: number,
  name: string,
  roadClass: string,
  drive: Street["drive"] = "both",
  from = 0,
  to = 13,
): Street {
  const junctions = upTo(from, to).map((column): Junction => [column, row]);
  return { name, roadClass, maxSpeed: speeds[roadClass]!, drive, junctions };
}

/** Round the city without the four corners, so that the bends are wide. */
function ringJunctions(): Junction[] {
  return [
    ...upTo(1, 12).map((column): Junction => [column, 0]),
    ...upTo(1, 8).map((row): Junction => [13, row]),
    ...upTo(1, 12)
      .reverse()
      .map((column): Junction => [column, 9]),
    ...upTo(1, 8)
      .reverse()
      .map((row): Junction => [0, row]),
    [1, 0],
  ];
}
