import { More } from "~/kit/page/screens";
import { type Query, linesUrl, lineUrl, queryText, variantUrl } from "~/domains/lines/urls";

interface LineActionsProps {
  line: { lineUuid: string };
  variant: Parameters<typeof variantUrl>[0];
  here: Query;
  mayWrite: boolean;
  mayRemove: boolean;
}

export function LineActions({ line, variant, here, mayWrite, mayRemove }: LineActionsProps) {
  const url = lineUrl(line);
  return (
    <>
      <More>
        {mayWrite && <a href={`${url}/edit`}>编辑基本信息</a>}
        <a href={`${url}/params`}>参数</a>
        <a href={variantUrl(variant, "standby", here)}>备用站点</a>
        <a href={`${url}/reference${queryText({ direction: here.direction })}`}>参考线</a>
        <a href={`${url}/history`}>修改历史</a>
        {mayWrite && <a href={`${linesUrl}/refresh?ids=${line.lineUuid}`}>重新计算</a>}
        {mayRemove && <a href={`${url}/delete`}>删除线路</a>}
      </More>
      <a className="button" href={variantUrl(variant, "versions")}>
        线路版本
      </a>
      {mayWrite && (
        <a className="button" href={variantUrl(variant, "match", here)}>
          匹配路径
        </a>
      )}
      {mayWrite && (
        <a className="button" href={variantUrl(variant, "map", here)}>
          地图编辑
        </a>
      )}
      {mayWrite && (
        <a className="button primary" href={variantUrl(variant, "stations", here)}>
          编辑站点
        </a>
      )}
    </>
  );
}
