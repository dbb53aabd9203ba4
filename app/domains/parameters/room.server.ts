import { sql } from "kysely";
import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { AddCall, ownNames, underSentNames, UpdateCall } from "./call-names";
import {
  changeParameter,
  createParameter,
  deleteParameters,
  isParamNameFree,
  moduleChoices,
  modulesToChoose,
  parametersByCode,
  productChoices,
  productsToChoose,
  updateParameter,
} from "./queries.server";
import { type ParameterRow, parameterRoom, parameterTable, type ParameterValues, scopeRule } from "./room";
import { seededParameters } from "./seed";
import { parameterSource } from "./source.server";

const { may, fields } = parameterRoom;
const spCode = z.string().trim().min(1, "请输入参数编码").max(64, "最多 64 个字");
const ByCode = z.object({
  spCode: z.union([spCode, z.array(spCode).max(100, "一次最多 100 个")], { error: "请输入参数编码" }),
});
/** Without a scope the name must be free in both. */
const NameCheck = z.object({
  paramName: fields.paramName.rule,
  scope: scopeRule.optional(),
  paramId: recordKey.optional(),
});
const Product = z.object({ productCode: z.string(), productName: z.string() });
const OfProduct = z.object({ productCode: z.string().trim().max(64).optional() });
const ProjectModule = z.object({ mavenProjectName: z.string(), productCode: z.string() });

const verbsOfCalls = {
  create: (viewer: Viewer, sent: z.output<typeof AddCall>) =>
    underSentNames(sent, () => createParameter(viewer, ownNames(sent) as ParameterValues)),
  update: (viewer: Viewer, key: string, sent: z.output<typeof UpdateCall>, version?: number) =>
    underSentNames(sent, () => updateParameter(viewer, key, ownNames(sent), version)),
};

export const parameters = serve<ParameterRow>({
  room: parameterRoom,
  table: parameterTable,
  source: parameterSource,
  references: [
    {
      label: "程序读取的参数",
      blocking: true,
      select: (keys) =>
        sql`select param_id as used, param_id as key, param_name || ' ' || title as title, null as org_id from parameter
          where param_id = any(${keys}) and scope || ' ' || param_name = any(${seededParameters.map(({ scope, paramName }) => `${scope} ${paramName}`)})`,
    },
  ],
  verbs: { create: createParameter, update: updateParameter, change: changeParameter, remove: deleteParameters },
  choices: async (viewer) => {
    const [productCode, mavenProject] = await Promise.all([productChoices(viewer), moduleChoices(viewer)]);
    return { productCode, mavenProject };
  },
  calls: (served) => [
    api("/api/base-sys-param-info", {
      getList: endpoint(
        "signed-in",
        ByCode,
        z.array(z.object({ spCode: z.string(), spValue: z.string() })),
        (_viewer, { spCode }) => parametersByCode([spCode].flat()),
      ),
    }),
    api("/api/paramsConfig/v1.0", {
      ...roomCalls({ ...served, verbs: { ...served.verbs, ...verbsOfCalls } }, { add: AddCall, update: UpdateCall }),
      validParamName: endpoint(may.read, NameCheck, z.boolean(), isParamNameFree),
      productCodeSelector: endpoint(may.read, z.object({}), z.array(Product), productsToChoose),
      mavenProjectNameSelector: endpoint(may.read, OfProduct, z.array(ProjectModule), modulesToChoose),
    }),
  ],
  detail: (parameter) => parameter.paramName,
});
