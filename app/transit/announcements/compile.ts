import { compileLine } from "./compile-line";
import type { CompileInput, CompileResult, Fault, MissingVoice, OtherName } from "./model";
import { packageSize } from "./packages/formats";
import { driveRule } from "./rules/drive";
import { examine, examineNodes } from "./rules/examined";
import { boundsRule, doubtfulTurnRule, orderRule, overlapRule, pathRule } from "./rules/places";
import {
  changedClipRule,
  endsRule,
  missingClipRule,
  missingIn,
  otherNameRule,
  otherNamesIn,
  publicClipRule,
  silentRule,
  spokenInsteadRule,
  textRule,
  unspokenRule,
} from "./rules/sounds";
import { stationRule } from "./rules/stations";
import { endedRule, endsSoonRule, oneLimitRule } from "./rules/typed";
import { versionRule } from "./rules/version";

const errorRules = [
  versionRule,
  stationRule,
  boundsRule,
  orderRule,
  pathRule,
  silentRule,
  endsRule,
  missingClipRule,
  publicClipRule,
  changedClipRule,
  otherNameRule,
  textRule,
  endedRule,
  oneLimitRule,
];
const warningRules = [doubtfulTurnRule, overlapRule, spokenInsteadRule, unspokenRule, endsSoonRule];

/** The package of one line, or every fault that keeps it from being made. */
export function compile(input: CompileInput): CompileResult {
  const examined = examine(input);
  const errors = errorRules.flatMap((rule) => rule(examined));
  const warnings = warningRules.flatMap((rule) => rule(examined));
  if (errors.length > 0) return { errors, warnings };
  const compiled = compileLine(examined);
  const tooLarge = sizeFault(packageSize(input.device.packageFormat, compiled), input.device.maxBytes);
  if (tooLarge) return { errors: [tooLarge], warnings };
  return { errors, warnings: [...warnings, ...driveRule(examined)], package: compiled };
}

/** The clips that say other names than stops have now. */
export const findOtherNames = (content: Pick<CompileInput, "line" | "recipe" | "nodes" | "clips">): OtherName[] =>
  otherNamesIn(examineNodes(content)).map(({ otherName }) => otherName);

/** What no clip says yet. */
export const findMissing = (content: Pick<CompileInput, "line" | "recipe" | "nodes" | "clips">): MissingVoice[] =>
  missingIn(examineNodes(content));

export const defaultMaxBytes = 20 * 2 ** 20;

function sizeFault(bytes: number, most: number): Fault | undefined {
  const megabytes = (count: number) => (count / 2 ** 20).toFixed(1);
  return bytes > most
    ? {
        path: "clips",
        message: `线路文件共 ${megabytes(bytes)} MB，超过设备型号的上限 ${megabytes(most)} MB，请减少或压缩语音`,
      }
    : undefined;
}
