import { z } from "zod";
import { api, endpoint } from "~/kernel/http/api.server";
import { parametersByCode } from "./queries.server";

const spCode = z.string().trim().min(1, "请输入参数编码").max(64, "最多 64 个字");
const ByCode = z.object({ spCode: z.union([spCode, z.array(spCode).max(100, "一次最多 100 个")], { error: "请输入参数编码" }) });

export const systemParameterApi = api("/api/base-sys-param-info", {
  getList: endpoint("signed-in", ByCode, z.array(z.object({ spCode: z.string(), spValue: z.string() })), (_viewer, { spCode }) => parametersByCode([spCode].flat())),
});
