import { parseLngLat } from "~/transit/geo/lng-lat";
import { seededParameter } from "./seed";

export interface ValueRule {
  scope: string;
  paramName: string;
  paramType: string;
  minimum: number | null;
  maximum: number | null;
}

export function readValue(rule: ValueRule, typed: string): { value: string } | { wrong: string } {
  const text = typed.trim().normalize("NFKC");
  switch (rule.paramType) {
    case "boolean":
      return text === "0" || text === "1" ? { value: text } : { wrong: "只能是 1（是）或 0（否）" };
    case "number":
      return readNumber(rule, text);
    case "coordinate":
      return readCoordinate(text);
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? { value: text } : { wrong: "请输入时间，例如 06:30" };
    default:
      return { value: typed.trim() };
  }
}

export function rangeOf({ minimum, maximum }: Pick<ValueRule, "minimum" | "maximum">): string | undefined {
  if (minimum !== null && maximum !== null) return `${minimum} 到 ${maximum}`;
  if (minimum !== null) return `不小于 ${minimum}`;
  return maximum === null ? undefined : `不大于 ${maximum}`;
}

export function shownParameter(rule: ValueRule, value: string): string {
  const choice = choicesOf(rule)?.find((one) => one.value === value);
  if (choice) return `${choice.label}（${value}）`;
  if (rule.paramType === "boolean") return value === "1" ? "是（1）" : "否（0）";
  return value === "" ? "（空）" : value;
}

export const choicesOf = ({ scope, paramName }: Pick<ValueRule, "scope" | "paramName">) =>
  seededParameter(scope, paramName)?.choices;

function readNumber(rule: ValueRule, text: string): { value: string } | { wrong: string } {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) return { wrong: "请输入数字" };
  const value = Number(text);
  // The program counts with whole minutes and whole choices.
  if (seededParameter(rule.scope, rule.paramName) && !Number.isInteger(value)) return { wrong: "请输入整数" };
  const { minimum, maximum } = rule;
  if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum))
    return { wrong: `取值范围：${rangeOf(rule)}` };
  return { value: String(value) };
}

/** An empty one is not set: then the next in line counts (D008, city_coord, the program's own). */
function readCoordinate(text: string): { value: string } | { wrong: string } {
  if (text === "") return { value: "" };
  const place = parseLngLat(text);
  return place
    ? { value: place.join(",") }
    : { wrong: "请输入“经度,纬度”，例如 116.38,39.87：经度在 -180 到 180 之间，纬度在 -90 到 90 之间" };
}
