import { sql } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { Kept } from "~/kit/room/source.server";
import { likePattern } from "~/kit/data/search/search-keys";
import type { ParameterFilters, ParameterRow } from "./schema";

export const parameterRecord: RecordTable = {
  table: "parameter",
  key: "paramId",
  room: "parameters",
  noun: "参数",
  unique: { parameter_name_living: { path: "paramName", message: "同一范围内已有这个参数名称" } },
};

export const parameterSource: Kept<ParameterRow, ParameterFilters> = {
  kept: parameterRecord,
  select: sql`parameter.param_id, parameter.scope, parameter.param_name, parameter.param_value,
    case when parameter.scope = 'ops' then parameter.param_name end as sp_code, case when parameter.scope = 'ops' then parameter.param_value end as sp_value,
    parameter.title, parameter.param_type, parameter.minimum, parameter.maximum, parameter.product_code, parameter.maven_project, parameter.remark, parameter.version,
    to_char(parameter.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at`,
  where: ({ keyword, scope, paramType, productCode }) => [
    ...(keyword
      ? [
          sql`lower(parameter.param_name || ' ' || parameter.title || ' ' || coalesce(parameter.remark, '')) like ${likePattern(keyword)}`,
        ]
      : []),
    ...(scope ? [sql`parameter.scope = ${scope}`] : []),
    ...(paramType ? [sql`parameter.param_type = ${paramType}`] : []),
    ...(productCode ? [sql`parameter.product_code = ${productCode}`] : []),
  ],
  order: {
    paramName: sql`parameter.param_name`,
    title: sql`parameter.title`,
    scope: sql`parameter.scope`,
    paramType: sql`parameter.param_type`,
    productCode: sql`parameter.product_code`,
    mavenProject: sql`parameter.maven_project`,
    updatedAt: sql`parameter.updated_at`,
  },
};
