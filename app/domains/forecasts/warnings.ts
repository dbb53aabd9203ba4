export interface WeatherFigures {
  weatherCode: number;
  /** Degrees Celsius. */
  tempMin: number;
  tempMax: number;
  /** Level of the day's strongest mean wind, 0 to 17. */
  wind: number;
  /** Millimetres of the day. */
  precipitation?: number;
  /** Centimetres of the day. */
  snowfall?: number;
  /** Level of the strongest gust. */
  gusts?: number;
}

/** From when on a day is warned of; docs/operating.md has the same figures in words. */
const limits = {
  rain: { heavyCodes: [65], stormCodes: [82], millimetres: 50 },
  snow: { codes: [71, 73, 75, 77, 85, 86], heavyCodes: [75, 86], centimetres: 10 },
  ice: { freezing: [56, 57, 66, 67], wet: [51, 53, 55, 61, 63, 65, 71, 73, 75, 77, 80, 81, 82, 85, 86], degrees: 0 },
  gale: { level: 6, gusts: 8 },
  heat: { degrees: 35 },
};

/** What a day's figures warn of, in words: 大雨 or 暴雨, 降雪, 大雪 or 暴雪, 道路结冰, 大风, 高温. */
export function warningsOf(day: WeatherFigures): string[] {
  const { rain, snow, ice, gale, heat } = limits;
  const { weatherCode: code, precipitation = 0, snowfall = 0, gusts = 0 } = day;
  const snows = snow.codes.includes(code);
  const storm = !snows && (rain.stormCodes.includes(code) || precipitation >= rain.millimetres);
  const said = [
    storm ? "暴雨" : rain.heavyCodes.includes(code) && "大雨",
    snowfall >= snow.centimetres ? "暴雪" : snows && (snow.heavyCodes.includes(code) ? "大雪" : "降雪"),
    (ice.freezing.includes(code) || (ice.wet.includes(code) && day.tempMin <= ice.degrees)) && "道路结冰",
    (day.wind >= gale.level || gusts >= gale.gusts) && "大风",
    day.tempMax >= heat.degrees && "高温",
  ];
  return said.filter((word) => word !== false);
}

/** The wind's level by GB/T 28591, from metres a second. */
export function windLevel(speed: number): number {
  const above = levels.findIndex((from) => speed < from);
  return (above === -1 ? levels.length : above) - 1;
}

const levels = [0, 0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7, 37, 41.5, 46.2, 51, 56.1];

/** The warning that was typed, else those that the figures give. */
export const warningInWords = ({ warning, ...figures }: WeatherFigures & { warning?: string | null }): string =>
  warning || warningsOf(figures).join("、");
