import type { DirectionView } from "~/domains/parameters/schema";
import type { ReactNode } from "react";
import table from "~/kit/page/tables/lined-table.module.css";
import { draftInWords, labelOf, standings } from "~/domains/lines/schema";
import { variantUrl } from "~/domains/lines/urls";
import { paramText } from "./params-in-words";
import { paramNames, type RunningParams } from "./running-params";
import { paramFields, type VariantParams } from "./schema";
import styles from "./params.module.css";

interface ParamTableProps {
  lineType: number;
  view: DirectionView;
  usual: RunningParams;
  line: RunningParams;
  lineHref?: string;
  rows: readonly VariantParams[];
  mayWrite: boolean;
}

export function ParamTable({ lineType, view, usual, line, lineHref, rows, mayWrite }: ParamTableProps) {
  const cells = (own: RunningParams, effective: RunningParams) =>
    paramNames.map((name) => (
      <td key={name}>
        {cell(paramText(name, own[name], lineType, view), paramText(name, effective[name], lineType, view))}
      </td>
    ));
  const ofLine = Object.fromEntries(
    paramNames.map((name) => [name, line[name] ?? usual[name]]),
  ) as unknown as RunningParams;
  return (
    <div className={styles.scroller}>
      <table className={`${table.lined} ${styles.params}`}>
        <caption className="unseen">线路参数</caption>
        <thead>
          <tr>
            <th scope="col">适用</th>
            <th scope="col">首发方向</th>
            {paramFields.map(({ name, label, short }) => (
              <th key={name} scope="col" title={label}>
                {short}
              </th>
            ))}
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">默认</th>
            {cells(usual, usual)}
            <td />
          </tr>
          <tr>
            <th scope="row">整条线路</th>
            {cells(line, ofLine)}
            <td>{lineHref && <a href={lineHref}>修改</a>}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.classifySid + row.versionUuid}>
              <th scope="row">
                {row.classifyName} <span className="quiet">{periodText(row)}</span>
              </th>
              {cells(row, row.effective)}
              <td>{mayWrite && <a href={variantUrl(row, "params/version", { version: row.versionUuid })}>修改</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value of one's own plain, an inherited one in brackets. */
function cell(own: string, effective: string): ReactNode {
  if (own) return own;
  return <span className="quiet">{effective ? `（${effective}）` : "—"}</span>;
}

function periodText({ standing, validFrom, plannedFor }: VariantParams): string {
  if (standing === "none") return "还没有版本";
  return standing === "draft" ? draftInWords(plannedFor) : `${labelOf(standings, standing)} ${validFrom} 起`;
}
