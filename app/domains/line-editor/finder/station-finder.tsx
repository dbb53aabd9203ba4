import { Fragment, type ReactNode } from "react";
import { ClickMap, type ClickMapPicture } from "~/kit/page/map/click-map";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "~/domains/line-versions/lines.module.css";
import { headingWords, type OfferedStation, pickOf, type StationOffer, wayWords } from "./offers";

export interface FinderShown {
  offers: StationOffer[] | null;
  picture?: ClickMapPicture | null;
  find?: string;
  at?: string;
}

export function StationFinder({
  offers,
  picture,
  find,
  at,
  otherwise = "最后",
  keepsPlaces,
  children,
}: FinderShown & {
  otherwise?: string;
  /** Texts for which nothing is ticked become rows too. */
  keepsPlaces?: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <div className={styles.find}>
        <label>
          添加站点{" "}
          <textarea
            name="find"
            rows={Math.min(Math.max((find ?? "").split("\n").length, 2), 8)}
            cols={36}
            defaultValue={find}
            placeholder={"名称、编号、拼音或首字母，可多个\n留空查找：列出前方的站点"}
            autoComplete="off"
            spellCheck={false}
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
      {offers && <Offers offers={offers} picture={picture} keepsPlaces={keepsPlaces} />}
    </>
  );
}

function Offers({
  offers,
  picture,
  keepsPlaces,
}: {
  offers: StationOffer[];
  picture?: ClickMapPicture | null;
  keepsPlaces?: boolean;
}) {
  const found = offers.some(({ found }) => found.length > 0);
  const many = offers.length > 1;
  const missing = offers.filter(({ found }) => found.length === 0).length;
  return (
    <section aria-label="查到的站点" className={styles.offers}>
      <div>
        <p className={styles.foot}>
          {found && (
            <button className="button primary" name="do" value="pick">
              加入勾选的站点
            </button>
          )}
          {many && (
            <span role="status">
              {offers.length} 项{missing > 0 ? `，${missing} 项没有找到` : "都已找到"}
              {found && "；同名的已勾选顺路的一个"}
              {keepsPlaces && "；没有勾选的按顺序占一行，加入后再选"}
            </span>
          )}
        </p>
        <div className={table.scroller}>
          <table className={table.rows}>
            <caption className="unseen">查到的站点</caption>
            <thead>
              <tr>
                <th scope="col">选</th>
                <th scope="col">站点</th>
                <th scope="col">道路</th>
                <th scope="col">车头</th>
                <th scope="col">距上一站</th>
                {!many && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {offers.map((offer, nth) => (
                <Fragment key={nth}>
                  <Asked offer={offer} many={many} parted={isOpen(offers[nth - 1])} />
                  {offer.found.map((station) => (
                    <Offered key={station.staUuid} nth={nth} station={station} many={many} />
                  ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {picture && (
        <ClickMap name="place" label={`查到的站点的地图，点击站点即${many ? "勾选" : "加入"}`} picture={picture} />
      )}
    </section>
  );
}

const isOpen = (offer: StationOffer | undefined) => offer !== undefined && !offer.found.some(({ ticked }) => ticked);

function Asked({ offer, many, parted }: { offer: StationOffer; many: boolean; parted: boolean }) {
  const { asked, found } = offer;
  const words =
    found.length === 0
      ? asked === ""
        ? "前方 3 公里内没有其他站点"
        : `没有找到站点“${asked}”`
      : asked === ""
        ? "前方的站点，近的在先"
        : many && isOpen(offer)
          ? `“${asked}”有 ${found.length} 个，请勾选`
          : parted && `“${asked}”`;
  if (!words) return null;
  return (
    <tr className={styles.asked} data-missing={found.length === 0 || undefined}>
      <td colSpan={6}>{words}</td>
    </tr>
  );
}

function Offered({ nth, station, many }: { nth: number; station: OfferedStation; many: boolean }) {
  const { staUuid, staName, staSelfCode, road, roadSide, serials, ticked } = station;
  return (
    <tr className={many && !ticked ? styles.unlikely : undefined}>
      <td>
        <input
          type="checkbox"
          name="picks"
          value={pickOf(nth, staUuid)}
          defaultChecked={ticked}
          aria-label={`选 ${staName} ${staSelfCode}`}
        />
      </td>
      <td className={table.name} title={`${staName} ${staSelfCode}`}>
        {staName} <span className="quiet">{staSelfCode}</span>
        {serials.length > 0 && <span className={styles.warning}> 已是第 {serials.join("、")} 站</span>}
      </td>
      <td>{[road, roadSide].filter(Boolean).join(" ")}</td>
      <td>{headingWords(station)}</td>
      <td>{wayWords(station)}</td>
      {!many && (
        <td>
          <button
            className="button small"
            name="do"
            value={`add:${staUuid}`}
            aria-label={`添加 ${staName} ${staSelfCode}`}
          >
            添加
          </button>
        </td>
      )}
    </tr>
  );
}
