import { longStationName } from "./demo-landmarks";

const roads = {
  环城路: "Ring Road",
  梧桐街: "Wutong Street",
  学府路: "Xuefu Road",
  文昌街: "Wenchang Street",
  武定街: "Wuding Street",
  和平街: "Heping Street",
  人民路: "Renmin Road",
  青年街: "Qingnian Street",
  滨河西路: "Binhe West Road",
  滨河东路: "Binhe East Road",
  工农街: "Gongnong Street",
  科技路: "Keji Road",
  东风街: "Dongfeng Street",
  南湖路: "Nanhu Road",
  兴业路: "Xingye Road",
  建设路: "Jianshe Road",
  迎宾大道: "Yingbin Avenue",
  解放路: "Jiefang Road",
  光明路: "Guangming Road",
  长宁路: "Changning Road",
  北苑路: "Beiyuan Road",
};
const places = {
  火车站: "Railway Station",
  百货大楼: "Department Store",
  新华书店: "Xinhua Bookstore",
  电信大厦: "Telecom Tower",
  客运北站: "North Coach Station",
  西客站: "West Coach Station",
  市政府: "City Hall",
  人民广场: "People's Square",
  大桥西: "Bridge West",
  大桥东: "Bridge East",
  市政务服务中心: "Civic Service Centre",
  会展中心: "Exhibition Centre",
  少年宫: "Children's Palace",
  市第一医院: "First Hospital",
  实验小学: "Shiyan Primary School",
  师范学院: "Teachers College",
  软件园: "Software Park",
  科技馆: "Science Museum",
  文庙: "Confucian Temple",
  古城墙: "Old City Wall",
  图书馆: "Library",
  纺织厂: "Textile Mill",
  工人文化宫: "Workers' Palace",
  南湖小区: "Nanhu Estate",
  南湖公园: "Nanhu Park",
  建材市场: "Building Materials Market",
  中医院: "Chinese Medicine Hospital",
  机床厂: "Machine Tool Works",
  光明小区: "Guangming Estate",
  滨河公园: "Binhe Park",
  长宁公园: "Changning Park",
  东风市场: "Dongfeng Market",
  体育中心: "Sports Centre",
  第三中学: "No. 3 Middle School",
  东郊苗圃: "Dongjiao Nursery",
  科创新城: "Sci-Tech New Town",
  老机床厂: "Old Machine Tool Works",
  [longStationName]: "Hi-Tech Zone Hospital and Civic Hall Terminal",
};
const ends = {
  口: "Junction",
  东: "East",
  西: "West",
  南: "South",
  北: "North",
  邮局: "Post Office",
  社区: "Community",
  小学: "Primary School",
  菜市场: "Food Market",
  卫生院: "Clinic",
};
const english: Record<string, string> = { ...roads, ...places, ...ends };
const known = new RegExp(
  Object.keys(english)
    .sort((a, b) => b.length - a.length)
    .join("|"),
  "g",
);

/** A station's name in English: two streets that cross, or a street or place with what is said of it. */
export function nameInEnglish(staName: string): string {
  return (staName.match(known) ?? [])
    .map((part, at, all) => (at > 0 && part in roads && all[at - 1]! in roads ? `and ${english[part]}` : english[part]))
    .join(" ");
}
