import type { Junction } from "./demo-streets";

/** A line as the demo city's planner wrote it down. Each direction is one run over junctions, or two with no road between them; without `down` it is `up` turned round. */
export interface LinePlan {
  lineName: string;
  lineId: string;
  lineDeviceNo: number;
  lineType: 1 | 2;
  category: string;
  up: Junction[][];
  down?: Junction[][];
  /** Calls at every station, or at every second one between the ends. */
  every: 1 | 2;
  upFirst: string;
  upLast: string;
  downFirst: string | null;
  downLast: string | null;
  departureInterval: string;
  ticketType: string;
  price: string;
  openDate: string;
  remark: string | null;
  draft?: LineChange;
  planned?: LineChange & { from: string };
}

/** What another version changes: stations, named by serial, that are no longer called at. */
export interface LineChange {
  note: string;
  withoutUp: number[];
  withoutDown: number[];
}

const usual = { lineType: 1, category: "1", every: 1, ticketType: "0", price: "2元", remark: null } as const;
const times = (
  upFirst: string,
  upLast: string,
  downFirst: string | null,
  downLast: string | null,
  departureInterval: string,
) => ({ upFirst, upLast, downFirst, downLast, departureInterval });
const numbers = (lineId: string, lineDeviceNo: number) => ({ lineId, lineDeviceNo });

export const linePlans: LinePlan[] = [
  {
    ...usual,
    lineName: "1路",
    ...numbers("0001", 1),
    openDate: "1988-05-01",
    remark: "骨干线路",
    ...times("05:00", "23:00", "05:20", "23:20", "4-6分钟"),
    up: [
      [
        [6, -1],
        [6, 4],
        [11, 4],
        [11, 7],
        [11, 8],
      ],
    ],
  },
  {
    ...usual,
    lineName: "2路",
    ...numbers("0002", 2),
    openDate: "1990-10-01",
    ticketType: "2",
    price: "1-3元",
    ...times("05:30", "22:30", "05:30", "22:30", "5-8分钟"),
    up: [
      [
        [-1, 4],
        [14, 4],
      ],
    ],
  },
  {
    ...usual,
    lineName: "3路",
    ...numbers("0003", 3),
    openDate: "1992-03-15",
    ...times("05:40", "21:30", "05:50", "21:40", "8-12分钟"),
    up: [
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [3, 8],
        [5, 8],
        [6, 8],
      ],
    ],
    down: [
      [
        [6, 8],
        [5, 8],
        [4, 8],
        [4, 1],
        [2, 1],
        [1, 1],
      ],
    ],
    draft: { note: "拟取消一处停靠站，征求意见中", withoutUp: [4], withoutDown: [] },
  },
  {
    ...usual,
    lineName: "4路",
    ...numbers("0004", 4),
    openDate: "1995-07-01",
    ...times("05:45", "21:00", "06:00", "21:15", "10-15分钟"),
    up: [
      [
        [1, 5],
        [1, 4],
        [1, 2],
        [8, 2],
        [8, 1],
        [7, 1],
      ],
    ],
    down: [
      [
        [7, 1],
        [8, 1],
        [8, 3],
        [1, 3],
        [1, 4],
        [1, 5],
      ],
    ],
  },
  {
    ...usual,
    lineName: "5路",
    ...numbers("0005", 5),
    openDate: "1998-09-01",
    ...times("05:30", "22:00", "05:40", "22:10", "6-10分钟"),
    up: [
      [
        [2, 1],
        [2, 2],
        [2, 5],
        [4, 7],
        [7, 7],
        [8, 7],
      ],
    ],
    planned: { from: "2099-01-01", note: "道路改造后调整停靠站", withoutUp: [3], withoutDown: [5] },
  },
  {
    ...usual,
    lineName: "6路",
    ...numbers("0006", 6),
    openDate: "2001-01-01",
    remark: "上行经工农街公交专用道逆向行驶",
    ...times("06:00", "21:30", "06:00", "21:30", "8-12分钟"),
    up: [
      [
        [12, 1],
        [11, 1],
        [10, 1],
        [10, 8],
        [11, 8],
        [12, 8],
      ],
    ],
  },
  {
    ...usual,
    lineName: "7路",
    ...numbers("0007", 7),
    openDate: "2008-08-08",
    category: "2",
    every: 2,
    ticketType: "2",
    price: "1-4元",
    remark: "大站快车，经环城路",
    ...times("06:00", "20:30", "06:00", "20:30", "15分钟"),
    up: [
      [
        [1, 7],
        [2, 7],
        [8, 7],
        [8, 9],
        [9, 9],
        [9, 7],
        [11, 7],
        [12, 7],
      ],
    ],
  },
  {
    ...usual,
    lineName: "8路",
    ...numbers("0008", 8),
    openDate: "2010-04-20",
    ...times("05:50", "22:00", "06:00", "22:00", "8-10分钟"),
    up: [
      [
        [6, 10],
        [6, 6],
        [7, 6],
        [7, 4],
        [9, 4],
        [9, 5],
        [12, 5],
        [13, 5],
      ],
    ],
  },
  {
    ...usual,
    lineName: "9路",
    ...numbers("0009", 9),
    openDate: "2013-11-11",
    remark: "光明路跨河桥未录入地图，路径待核对",
    ...times("06:00", "21:00", "06:10", "21:10", "10-12分钟"),
    up: [
      [
        [2, 8],
        [3, 8],
        [6, 8],
        [6, 6],
        [8, 6],
      ],
      [
        [9, 6],
        [12, 6],
        [12, 7],
        [12, 8],
      ],
    ],
  },
  {
    ...usual,
    lineName: "10路",
    ...numbers("0010", 10),
    openDate: "2016-06-16",
    ticketType: "1",
    ...times("06:10", "20:50", "06:20", "21:00", "12-15分钟"),
    up: [
      [
        [5, 1],
        [5, 2],
        [5, 5],
        [7, 5],
        [7, 8],
        [8, 8],
      ],
    ],
  },
  {
    ...usual,
    lineName: "环1路",
    ...numbers("1001", 101),
    openDate: "2018-05-01",
    lineType: 2,
    remark: "顺时针单向环行",
    ...times("05:30", "22:30", null, null, "6-8分钟"),
    up: [
      [
        [5, 4],
        [5, 5],
        [5, 7],
        [8, 7],
        [8, 3],
        [5, 3],
        [5, 4],
        [5, 5],
      ],
    ],
  },
  {
    ...usual,
    lineName: "夜12路",
    ...numbers("2012", 212),
    openDate: "2019-12-31",
    category: "3",
    every: 2,
    price: "3元",
    ...times("22:30", "24:30", "22:50", "24:50", "30分钟"),
    up: [
      [
        [6, -1],
        [6, 0],
        [12, 0],
        [13, 4],
        [14, 4],
      ],
    ],
  },
];
