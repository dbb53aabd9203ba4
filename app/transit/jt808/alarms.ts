/** What each bit of the alarm word of a position (0x0200) says, by JT/T 808-2019; 2013 has the same but for 13 to 17. */
const alarmWords: readonly string[] = [
  "紧急报警",
  "超速",
  "疲劳驾驶",
  "危险驾驶行为",
  "卫星定位模块故障",
  "卫星定位天线未接或被剪断",
  "卫星定位天线短路",
  "主电源欠压",
  "主电源掉电",
  "显示器故障",
  "语音合成模块故障",
  "摄像头故障",
  "IC 卡模块故障",
  "超速预警",
  "疲劳驾驶预警",
  "违规行驶",
  "胎压预警",
  "右转盲区异常",
  "当天累计驾驶超时",
  "超时停车",
  "进出区域",
  "进出路线",
  "路段行驶时间不足或过长",
  "路线偏离",
  "车速传感器故障",
  "油量异常",
  "车辆被盗",
  "非法点火",
  "非法位移",
  "碰撞",
  "侧翻",
  "非法开门",
];

/** Somebody is to act on these at once. */
const urgentBits: readonly number[] = [0, 26, 29, 30];
/** What becomes an event of the vehicle; the others only stand in what the terminal said. */
const eventBits: readonly number[] = [...urgentBits, 1, 2, 3, 7, 8, 13, 14, 15, 18, 31];

export interface AlarmKind {
  bit: number;
  words: string;
  isUrgent: boolean;
}

/** Those that become events, urgent ones first. */
export const alarmKinds: readonly AlarmKind[] = eventBits.map((bit) => ({
  bit,
  words: alarmWords[bit]!,
  isUrgent: urgentBits.includes(bit),
}));

/** The numbers of an alarm word's bits. */
export const bitsOf = (word: number): number[] => alarmWords.flatMap((_, bit) => ((word >>> bit) & 1 ? [bit] : []));

export const alarmsInWords = (word: number): string =>
  bitsOf(word)
    .map((bit) => alarmWords[bit])
    .join("、");

/** An alarm word without what is no event. */
export const eventsOf = (word: number): number => (word & eventMask) >>> 0;
const eventMask = eventBits.reduce((mask, bit) => mask | (1 << bit), 0);
