import { sql } from "kysely";
import { holds } from "~/kit/data/search/found.server";
import { defineRecords } from "~/kit/room/served.server";
import { type ParameterRow, parameterRoom } from "./room";

export const parameterSource = defineRecords<ParameterRow, { keyword?: string; paramName?: string }>(parameterRoom, {
  table: "parameter",
  unique: { parameter_name_living: { path: "paramName", message: "同一范围内已有这个参数名称" } },
  more: sql`case when parameter.scope = 'ops' then parameter.param_name end as sp_code, case when parameter.scope = 'ops' then parameter.param_value end as sp_value`,
  filters: {
    paramName: (name) => sql`parameter.param_name = ${name}`,
    keyword: (text) => holds(text, sql`parameter.param_name`, sql`parameter.title`, sql`parameter.remark`),
  },
  order: ["paramName", "title", "scope", "paramType", "productCode", "mavenProject", "updatedAt"],
});
