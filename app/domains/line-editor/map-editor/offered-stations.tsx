import { useState } from "react";
import { metresText } from "~/kit/page/map/line-drawing";
import { distanceBetween } from "~/transit/geo/lng-lat";
import { ask } from "./ask.client";
import type { EditorPart } from "./editor-state";
import { callsOf, type KnownPlace } from "./model";
import styles from "./map-editor.module.css";

/** Stations to put into the order: those near a place of the map, or those found by name. */
export function OfferedStations({ state, edit, lineUrl }: EditorPart & { lineUrl: string }) {
  const { plan, tool, offered, at } = state;
  const [find, setFind] = useState("");
  const [found, setFound] = useState<KnownPlace[] | null>(null);
  const [failure, setFailure] = useState("");
  if (tool !== "insert") return null;
  const search = async () => {
    setFailure("");
    try {
      setFound(
        (
          await ask<{ stations: KnownPlace[] }>(
            `${lineUrl}/around?${new URLSearchParams({ of: "named", find })}`,
            AbortSignal.timeout(20_000),
          )
        ).stations,
      );
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const list = offered?.stations ?? found;
  const called = new Set(callsOf(plan).map(({ station }) => station.staUuid));
  return (
    <div className={styles.offered}>
      <div className={styles.buttons}>
        <input
          type="search"
          value={find}
          placeholder="站名、编号、拼音"
          aria-label="按名称找站点"
          onChange={(event) => setFind(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), void search())}
        />
        <button type="button" className="button small" onClick={() => void search()}>
          查找
        </button>
        <button type="button" className="button small" onClick={() => void edit()?.offerHere()}>
          地图中心附近
        </button>
      </div>
      <label>
        加为第{" "}
        <input
          value={at}
          inputMode="numeric"
          size={3}
          onChange={(event) => edit()?.insertAt(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />{" "}
        站（空为最顺路处）
      </label>
      {failure && <p className={styles.bad}>{failure}</p>}
      {list && (
        <ul>
          {list.map((station, nth) => (
            <li key={station.staUuid}>
              <button
                type="button"
                className="button small"
                onClick={() => edit()?.insert(station)}
                aria-label={`添加 ${station.staName} ${station.staSelfCode}`}
              >
                添加
              </button>
              <span className={styles.name} title={`${station.staName} ${station.staSelfCode}`}>
                {offered && <b className={styles.nth}>{nth + 1}</b>} {station.staName}{" "}
                <span className="quiet">{station.staSelfCode}</span>
              </span>
              <span className="quiet">
                {[
                  offered && metresText(distanceBetween(offered.at, [station.lng, station.lat])),
                  called.has(station.staUuid) && "已在线上",
                ]
                  .filter(Boolean)
                  .join("，")}
              </span>
            </li>
          ))}
          {list.length === 0 && <li className="quiet">没有找到站点</li>}
        </ul>
      )}
      <a
        href={`/station/station-management/new${offered ? `?lng=${offered.at[0].toFixed(6)}&lat=${offered.at[1].toFixed(6)}` : ""}`}
        target="_blank"
        rel="noreferrer"
      >
        新增站点（另开窗口，保存后再回来查找）
      </a>
    </div>
  );
}
