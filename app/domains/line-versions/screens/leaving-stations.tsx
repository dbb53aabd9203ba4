import type { LeavingStation } from "../leaving.server";

export function LeavingStations({ leaving }: { leaving: readonly LeavingStation[] }) {
  if (leaving.length === 0) return null;
  return (
    <div className="notice warn">
      <strong>与现行版本相比，不再停靠 {leaving.length} 个站点</strong>
      <ul>
        {leaving.map(({ staUuid, staName, staSelfCode, lines, lineNames, devices }) => (
          <li key={staUuid}>
            <a href={`/station/station-management/${staUuid}`}>{staName}</a>{" "}
            <span className="quiet">{staSelfCode}</span>：
            {lines === 0
              ? "没有其他线路停靠，将成为无线路站点"
              : `还有 ${lines} 条线路停靠${namesInWords(lineNames, lines)}`}
            {devices > 0 && `；装有 ${devices} 台设备`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function namesInWords(names: readonly string[], count: number): string {
  if (names.length === 0) return "";
  return `（${names.join("、")}${names.length < count ? " 等" : ""}）`;
}
