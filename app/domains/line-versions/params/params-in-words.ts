import { directionName, type DirectionView } from "~/domains/parameters/schema";
import type { RunningParams } from "./running-params";
import { paramFields, paramLabels } from "./schema";

/** A parameter's value with its unit; "" where nothing is set. */
export function paramText(name: string, value: unknown, lineType: number, view: DirectionView): string {
  if (value === null || value === undefined || value === "") return "";
  if (name === "startDirection") return directionName(lineType, Number(value), view);
  return `${String(value)} ${paramFields.find((field) => field.name === name)?.unit ?? ""}`.trim();
}

export function paramsInWords(
  params: Partial<RunningParams> | null | undefined,
  lineType: number,
  view: DirectionView,
): string | null {
  const described = Object.entries(paramLabels).flatMap(([name, label]) => {
    const said = paramText(name, params?.[name as keyof RunningParams], lineType, view);
    return said ? [`${label} ${said}`] : [];
  });
  return described.length > 0 ? described.join("，") : null;
}

/** What each parameter is where a form leaves it empty, with the step that says so; `set` leaves out those that the step leaves open too. */
export function otherwiseIn(
  params: RunningParams,
  step: string,
  lineType: number,
  view: DirectionView,
  set = false,
): Record<string, string> {
  const described = Object.keys(paramLabels).map(
    (name) => [name, paramText(name, params[name as keyof RunningParams], lineType, view)] as const,
  );
  return Object.fromEntries(
    described
      .filter(([, said]) => said || !set)
      .map(([name, said]) => [name, said ? `留空时按${step}：${said}` : "留空则不设置"]),
  );
}
