import { causeParts } from "~/transit/roads/gap";

const checkCauses: Record<string, string> = {
  "no-road": "附近没有公交可走的道路",
  "against-traffic": "道路只能反方向行驶",
  closed: "不许公交通行",
  building: "在建，尚未通车",
};

export function causeInWords(cause: string): string {
  const [kind, roads] = causeParts(cause);
  return `${roads}${checkCauses[kind] ?? kind}`;
}
