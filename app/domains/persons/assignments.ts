import { z } from "zod";
import { recordKey, text, version } from "~/kit/page/forms/rules";
import { Period, Periods } from "~/kit/room/periods";

const about = { version, reason: text(255).nullish() };

export const LinesForm = z.object({ lines: Periods.default([]), ...about });
export const PersonLineAdd = z.union([
  z.object({ personUuid: recordKey, lines: Periods, version }),
  Period.extend({ personUuid: recordKey }),
]);

const mostPresets = 50;
const presets = z.array(recordKey).max(mostPresets, `最多 ${mostPresets} 辆车`);
export const PresetsForm = z.object({ presets: presets.default([]), ...about });
export const PresetAdd = z.object({ personUuid: recordKey, busUuids: presets, version });
export const PresetBus = z.object({
  busUuid: z.string(),
  busSelfCode: z.string(),
  plateNum: z.string(),
  orgName: z.string(),
});
export type PresetBus = z.output<typeof PresetBus>;
