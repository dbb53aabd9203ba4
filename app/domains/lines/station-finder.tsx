import type { ReactNode } from "react";
import type { FoundStation } from "./editor.server";
import styles from "./lines.module.css";

interface StationFinderProps {
  /** Stations that a search found; null where none was asked for. */
  found: FoundStation[] | null;
  find?: string;
  at?: string;
  /** Where it goes when no place is typed. */
  otherwise?: string;
  children?: ReactNode;
}

export function StationFinder({ found, find, at, otherwise = "最后", children }: StationFinderProps) {
  return (
    <>
      <div className={styles.find}>
        <label>
          添加站点{" "}
          <input
            name="find"
            type="search"
            defaultValue={find}
            placeholder="名称、编号、拼音或首字母"
            autoComplete="off"
          />
        </label>
        <label>
          加在第 <input name="at" inputMode="numeric" defaultValue={at} size={4} autoComplete="off" /> 站之前（空为
          {otherwise}）
        </label>
        <button className="button" name="do" value="find">
          查找
        </button>
        {children}
      </div>
      {found && (
        <ul className={styles.found}>
          {found.length === 0 && <li>没有找到站点“{find}”</li>}
          {found.map((station) => (
            <li key={station.staUuid}>
              <button
                className="button small"
                name="do"
                value={`add:${station.staUuid}`}
                aria-label={`添加 ${station.staName} ${station.staSelfCode}`}
              >
                添加
              </button>
              {station.staName}{" "}
              <span className="quiet">
                {[
                  station.staSelfCode,
                  station.road,
                  station.roadSide,
                  station.azimuth !== null && `车头 ${station.azimuth}°`,
                ]
                  .filter(Boolean)
                  .join("，")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
