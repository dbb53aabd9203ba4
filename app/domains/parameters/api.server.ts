import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { AddCall, ownNames, underSentNames, UpdateCall } from "./call-names";
import { may } from "./policy";
import {
  allParameters,
  createParameter,
  deleteParameters,
  isParamNameFree,
  listParameters,
  modulesToChoose,
  parametersByCode,
  productsToChoose,
  updateParameter,
} from "./queries.server";
import { ParameterDelete, ParameterFilters, ParameterRow, type ParameterValues, ParamNameCheck } from "./schema";
import { parameterTable } from "./table";

const spCode = z.string().trim().min(1, "请输入参数编码").max(64, "最多 64 个字");
const ByCode = z.object({
  spCode: z.union([spCode, z.array(spCode).max(100, "一次最多 100 个")], { error: "请输入参数编码" }),
});

export const systemParameterApi = api("/api/base-sys-param-info", {
  getList: endpoint(
    "signed-in",
    ByCode,
    z.array(z.object({ spCode: z.string(), spValue: z.string() })),
    (_viewer, { spCode }) => parametersByCode([spCode].flat()),
  ),
});

const Product = z.object({ productCode: z.string(), productName: z.string() });
const ProjectModule = z.object({ mavenProjectName: z.string(), productCode: z.string() });

export const parameterApi = api("/api/paramsConfig/v1.0", {
  pageList: endpoint(may.read, pageListRequest(parameterTable), pageListReply(ParameterRow), (viewer, state) =>
    pageListOf(state, listParameters(viewer, state)),
  ),
  list: endpoint(may.read, ParameterFilters, z.array(ParameterRow), allParameters),
  add: endpoint(may.write, AddCall, ParameterRow, (viewer, sent) =>
    underSentNames(sent, () => createParameter(viewer, ownNames(sent) as ParameterValues)),
  ),
  update: endpoint(may.write, UpdateCall, ParameterRow, (viewer, { paramId, version, ...sent }) =>
    underSentNames(sent, () => updateParameter(viewer, paramId, ownNames(sent), version)),
  ),
  delete: endpoint(may.remove, ParameterDelete, z.null(), async (viewer, keys) => {
    await deleteParameters(viewer, keys);
    return null;
  }),
  validParamName: endpoint(may.read, ParamNameCheck, z.boolean(), isParamNameFree),
  productCodeSelector: endpoint(may.read, z.object({}), z.array(Product), (viewer) => productsToChoose(viewer)),
  mavenProjectNameSelector: endpoint(
    may.read,
    z.object({ productCode: z.string().trim().max(64).optional() }),
    z.array(ProjectModule),
    modulesToChoose,
  ),
});
