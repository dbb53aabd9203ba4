import { sql } from "kysely";
import { likePattern } from "~/kit/data/search/search-keys";
import { defineRecords } from "~/kit/room/served.server";
import { type ParameterRow, parameterRoom } from "./room";

export const parameterSource = defineRecords<ParameterRow, { keyword?: string }>(parameterRoom, {
  table: "parameter",
  unique: { parameter_name_living: { path: "paramName", message: "同一范围内已有这个参数名称" } },
  more: sql`case when parameter.scope = 'ops' then parameter.param_name end as sp_code, case when parameter.scope = 'ops' then parameter.param_value end as sp_value`,
  filters: {
    keyword: (text) =>
      sql`lower(parameter.param_name || ' ' || parameter.title || ' ' || coalesce(parameter.remark, '')) like ${likePattern(text)}`,
  },
  order: ["paramName", "title", "scope", "paramType", "productCode", "mavenProject", "updatedAt"],
});
