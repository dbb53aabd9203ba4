/** Phrases of announcements with their kind and use; recipes of the demo go by their numbers. */
export const demoPhrases = [
  ["Y001", "各位乘客您好，欢迎乘坐", "welcome", 1],
  ["Y002", "请扶好站稳", "safety", 3],
  ["Y003", "请给需要帮助的乘客让座", "service", 4],
  ["Y004", "下一站", "service", 1],
  ["Y005", "到了", "service", 0],
  ["Y006", "请从后门下车", "service", 0],
  ["Y007", "下车请注意安全", "safety", 3],
  ["Y008", "前方是终点站", "service", 1],
  ["Y009", "终点站到了，请带好随身物品", "service", 0],
  ["Y010", "车辆转弯，请扶好站稳", "safety", 7],
  ["Y011", "车辆起步，请拉好扶手", "safety", 3],
  ["Y012", "本车开往", "welcome", 1],
  ["Y013", "进站请注意安全", "safety", 0],
  ["Y014", "感谢您乘坐滨江公交", "welcome", 4],
] as const;

export const demoTypes = {
  welcome: "欢迎词",
  service: "服务用语",
  safety: "安全提示",
  station: "站名",
  advert: "广告",
};

/** Of how many stations of the first line there are clips of the name, and of its number. */
export const demoStationClips = 16;

/** Two tones that stand for a text: another text is another sound. Samples of one channel, 8 kHz. */
export function chimeOf(text: string, place: number): Float32Array {
  const seconds = 0.3 + 0.1 * text.length;
  const base = 330 * 2 ** ((place % 24) / 24);
  return Float32Array.from({ length: Math.round(seconds * chimeRate) }, (_, at) => {
    const [time, part] = [at / chimeRate, at / (seconds * chimeRate)];
    return 0.4 * Math.sin(Math.PI * part) * Math.sin(2 * Math.PI * base * (part < 0.5 ? 1.25 : 1) * time);
  });
}

export const chimeRate = 8000;
