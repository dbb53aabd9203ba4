export const plazaName = "人民广场";

/** As long as a station's name may be: 64 characters. */
export const longStationName =
  "滨江市高新技术产业开发区科技路与解放路交叉口东南侧第二人民医院新院区门诊综合楼暨康复疗养中心及市民公共服务大厅公交换乘首末站临时";

/** Stations named after what stands there, by street and the column or row where the stretch begins. */
export const landmarks: Record<string, string> = {
  "人民路:-1": "火车站",
  "人民路:1": "百货大楼",
  "人民路:5": "新华书店",
  "人民路:7": "电信大厦",
  "人民路:9": "客运北站",
  "迎宾大道:-1": "西客站",
  "迎宾大道:2": "市政府",
  "迎宾大道:6": plazaName,
  "迎宾大道:7": "大桥西",
  "迎宾大道:9": "大桥东",
  "迎宾大道:11": "市政务服务中心",
  "迎宾大道:13": "会展中心",
  "青年街:2": "少年宫",
  "青年街:5": "市第一医院",
  "学府路:1": "实验小学",
  "学府路:3": "师范学院",
  "科技路:5": "软件园",
  "科技路:7": "科技馆",
  "文昌街:4": "文庙",
  "武定街:4": "古城墙",
  "和平街:6": "图书馆",
  "工农街:3": "纺织厂",
  "工农街:5": "工人文化宫",
  "南湖路:1": "南湖小区",
  "南湖路:7": "南湖公园",
  "兴业路:3": "建材市场",
  "建设路:5": "中医院",
  "解放路:9": "机床厂",
  "解放路:11": longStationName,
  "光明路:9": "光明小区",
  "光明路:7": "滨河公园",
  "长宁路:3": "长宁公园",
  "长宁路:11": "东风市场",
  "北苑路:4": "体育中心",
  "东风街:7": "第三中学",
};

export const hubs = ["火车站", "客运北站", "西客站", "会展中心"];

export const standingApart = [
  { staName: "东郊苗圃", state: 10, staKind: 1, remark: "暂无线路停靠" },
  { staName: "科创新城", state: 0, staKind: 1, openDate: "2099-01-01", remark: "随道路建设启用" },
  { staName: "老机床厂", state: 20, staKind: 5, stopDate: "2025-12-31", remark: "厂区搬迁后停用" },
];
