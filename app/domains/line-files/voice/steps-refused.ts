import type { Problem } from "~/kit/ground/problem";
import { type RefusedForm, refused, type Reply, type SentForm } from "~/kit/page/forms/read-form";
import type { NodeStep } from "./node-steps";

/** Why steps on the map were not saved; they stay there to be saved again. */
export function refusedSteps(sent: SentForm<unknown>, why: Problem, isDraft: boolean): RefusedForm {
  const again =
    isDraft && (why.conflict || why.reason === "used")
      ? "；您的其他修改还在地图上，再按一次“保存修改”就以您的为准"
      : "";
  return refused(sent, { message: `${why.message}${again}`, errors: [] });
}

export function keptSteps(reply: Reply | undefined): { refusal?: string; steps: NodeStep[] } {
  const given = (reply?.initialValue?.steps ?? []) as unknown as Record<keyof NodeStep, string>[];
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  return {
    refusal: reply?.error ? Object.values(reply.error).flat().join("；") : undefined,
    steps: given.map(({ nodeUuid, distance, radius, azimuth }) => ({
      nodeUuid,
      distance: number(distance),
      radius: number(radius),
      azimuth: number(azimuth),
    })),
  };
}
