import type { NodeUse } from "~/transit/announcements/words";

interface SeededType {
  typeNum: string;
  typeName: string;
  use: NodeUse;
  colour: string;
  defaultRadius: number;
  needsAzimuth?: boolean;
  triggersOnce?: boolean;
  columns?: [columnCode: string, required?: boolean, defaultValue?: string][];
}

/** The types that the program brings; a corner is a crossing at which the bus itself turns. */
export const seededNodeTypes: readonly SeededType[] = [
  { typeNum: "arrive", typeName: "进站", use: 0, colour: "#2f9e44", defaultRadius: 50 },
  { typeNum: "depart", typeName: "出站", use: 1, colour: "#1971c2", defaultRadius: 50 },
  {
    typeNum: "speedLimit",
    typeName: "限速区",
    use: 2,
    colour: "#e03131",
    defaultRadius: 40,
    triggersOnce: false,
    columns: [["limitValue", true, "30"], ["zoneLength"]],
  },
  {
    typeNum: "safety",
    typeName: "安全",
    use: 3,
    colour: "#f08c00",
    defaultRadius: 50,
    columns: [["cause"], ["warnDistance"]],
  },
  {
    typeNum: "notice",
    typeName: "通知",
    use: 4,
    colour: "#6741d9",
    defaultRadius: 60,
    needsAzimuth: false,
    columns: [["noticeNo"], ["beginDate"], ["endDate"]],
  },
  {
    typeNum: "advert",
    typeName: "广告",
    use: 5,
    colour: "#c2255c",
    defaultRadius: 80,
    needsAzimuth: false,
    columns: [["customer"], ["beginDate", true], ["endDate", true], ["beginTime"], ["endTime"], ["repeat", false, "1"]],
  },
  { typeNum: "other", typeName: "其他", use: 6, colour: "#868e96", defaultRadius: 50, needsAzimuth: false },
  {
    typeNum: "crossing",
    typeName: "路口",
    use: 7,
    colour: "#0c8599",
    defaultRadius: 50,
    columns: [["crossName"], ["hasSignal"]],
  },
  {
    typeNum: "corner",
    typeName: "拐弯",
    use: 7,
    colour: "#3b5bdb",
    defaultRadius: 40,
    columns: [["turn", true, "右转"], ["crossName"]],
  },
  { typeNum: "placeholder", typeName: "占位", use: 8, colour: "#495057", defaultRadius: 50, needsAzimuth: false },
];

export const findSeeded = (typeNum: string) => seededNodeTypes.find((one) => one.typeNum === typeNum);
