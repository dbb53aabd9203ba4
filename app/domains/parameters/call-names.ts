import { z } from "zod";
import { recordKey, text, version } from "~/kit/page/forms/rules";
import { changesOf, rulesOf } from "~/kit/room/fields";
import { attempt, problem } from "~/kit/ground/problem";
import { parameterRoom } from "./room";

const { fields } = parameterRoom;
const [paramName, paramValue] = [fields.paramName.rule, fields.paramValue.rule];

/** In scope ops a parameter's name and value are called spCode and spValue; a call may use either names, and is refused under those it used. */
const either = {
  paramName: paramName.optional(),
  paramValue: paramValue.optional(),
  spCode: paramName.optional(),
  spValue: paramValue.optional(),
};

interface EitherNames {
  paramName?: string;
  paramValue?: string;
  spCode?: string;
  spValue?: string;
}

export const AddCall = z
  .object({ ...rulesOf(fields), ...either, title: text(64).default(""), paramId: recordKey.optional() })
  .superRefine((sent, context) => {
    const ops = sent.scope === "ops";
    if ((sent.paramName ?? sent.spCode) === undefined)
      context.addIssue({
        code: "custom",
        path: [ops ? "spCode" : "paramName"],
        message: ops ? "请输入参数编码" : "请输入参数名称",
      });
    if ((sent.paramValue ?? sent.spValue) === undefined)
      context.addIssue({ code: "custom", path: [ops ? "spValue" : "paramValue"], message: "请输入参数值" });
  });

export const UpdateCall = z.object({ ...changesOf(fields), ...either, paramId: recordKey, version });

export function ownNames<T extends EitherNames>({ spCode, spValue, ...rest }: T) {
  return { ...rest, paramName: rest.paramName ?? spCode, paramValue: rest.paramValue ?? spValue };
}

/** Runs a change; what it refuses is said of the names that the call used. */
export async function underSentNames<T>(sent: EitherNames, change: () => Promise<T>): Promise<T> {
  const done = await attempt(change);
  if (done.ok) return done.value;
  if (done.problem.reason !== "field") throw done.problem;
  const called: Record<string, string> = {
    ...(sent.spCode !== undefined && { paramName: "spCode" }),
    ...(sent.spValue !== undefined && { paramValue: "spValue" }),
  };
  throw problem.fields(done.problem.errors.map((error) => ({ ...error, path: called[error.path] ?? error.path })));
}
