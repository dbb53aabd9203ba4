export type WeatherIcon =
  "clear" | "partly" | "cloudy" | "fog" | "drizzle" | "rain" | "heavy-rain" | "sleet" | "snow" | "thunder";

/** The codes of WMO table 4677 that forecasts use, as Open-Meteo lists them. */
export const weatherCodes: readonly { value: number; label: string; icon: WeatherIcon }[] = [
  { value: 0, label: "晴", icon: "clear" },
  { value: 1, label: "晴间少云", icon: "clear" },
  { value: 2, label: "多云", icon: "partly" },
  { value: 3, label: "阴", icon: "cloudy" },
  { value: 45, label: "雾", icon: "fog" },
  { value: 48, label: "雾凇", icon: "fog" },
  { value: 51, label: "小毛毛雨", icon: "drizzle" },
  { value: 53, label: "毛毛雨", icon: "drizzle" },
  { value: 55, label: "密毛毛雨", icon: "drizzle" },
  { value: 56, label: "小冻毛毛雨", icon: "sleet" },
  { value: 57, label: "冻毛毛雨", icon: "sleet" },
  { value: 61, label: "小雨", icon: "rain" },
  { value: 63, label: "中雨", icon: "rain" },
  { value: 65, label: "大雨", icon: "heavy-rain" },
  { value: 66, label: "小冻雨", icon: "sleet" },
  { value: 67, label: "冻雨", icon: "sleet" },
  { value: 71, label: "小雪", icon: "snow" },
  { value: 73, label: "中雪", icon: "snow" },
  { value: 75, label: "大雪", icon: "snow" },
  { value: 77, label: "米雪", icon: "snow" },
  { value: 80, label: "小阵雨", icon: "rain" },
  { value: 81, label: "阵雨", icon: "rain" },
  { value: 82, label: "强阵雨", icon: "heavy-rain" },
  { value: 85, label: "小阵雪", icon: "snow" },
  { value: 86, label: "强阵雪", icon: "snow" },
  { value: 95, label: "雷阵雨", icon: "thunder" },
  { value: 96, label: "雷阵雨伴小冰雹", icon: "thunder" },
  { value: 99, label: "雷阵雨伴冰雹", icon: "thunder" },
];

export const findCode = (code: number) => weatherCodes.find(({ value }) => value === code);
