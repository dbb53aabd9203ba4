import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from "kysely";

/** Columns in camel case: each result's names are made once, not for each of its rows. */
export class CamelNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const { rows } = result;
    if (!rows[0]) return Promise.resolve(result);
    const names = Object.keys(rows[0]);
    const camelNames = names.map((name) => this.camelCase(name));
    const rename = (row: UnknownRow) => {
      const renamed: UnknownRow = {};
      for (let at = 0; at < names.length; at++) renamed[camelNames[at]!] = row[names[at]!];
      return renamed;
    };
    return Promise.resolve({ ...result, rows: rows.map(rename) });
  }
}
