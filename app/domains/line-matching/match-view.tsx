import type { SerializeFrom } from "@remix-run/node";
import { OnceField } from "~/kit/page/forms/once";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { noteOf, kilometresText } from "~/domains/lines/labels";
import { standingInWords, labelOf, matchStates } from "~/domains/lines/schema";
import { variantUrl, type Query } from "~/domains/lines/urls";
import { GapTable } from "./gap-table";
import type { matchPage } from "./match-page.server";
import { type MatchQuery, matchQuery } from "./match-query";
import styles from "~/domains/line-versions/lines.module.css";
import { ClickMap, type ClickMapPicture } from "~/kit/page/map/click-map";
import type { Via } from "~/domains/line-versions/schema";
import table from "~/kit/page/tables/scrolled-table.module.css";
import type { MatchSource } from "~/domains/lines/match-sources";
import type { SourceOffer } from "./source-offers.server";

interface MatchViewProps {
  loaded: SerializeFrom<typeof matchPage>;
  error: string | undefined;
}

export function MatchView({ loaded, error }: MatchViewProps) {
  const { direction, directionName, proposal, old, against, stations, query, kept, picture, setting } = loaded;
  const { version } = kept;
  const here = (changes: Partial<MatchQuery> = {}) =>
    variantUrl(loaded, "match", { version, direction, ...matchQuery({ ...query, ...changes }) });
  const name = (gap: number) => `${gap + 1} ${stations[gap]?.staName} → ${gap + 2} ${stations[gap + 1]?.staName}`;
  const vias = proposal?.vias ?? query.vias ?? [];
  const ownVias = (gap: number) => vias.filter((via) => via.gap === gap);
  const without = (gap: number, at: number) => vias.filter((via) => via !== ownVias(gap)[at]);
  return (
    <>
      <Heading note={noteOf(loaded, `${directionName}，${standingInWords(loaded)}`)} />
      {error && (
        <p role="alert" className="notice bad">
          {error}
        </p>
      )}
      <Section title="匹配结果">
        <DirectionTabs directions={loaded.directions} current={direction} query={kept} />
        {loaded.refusal && (
          <p className="notice warn">
            {loaded.refusal}。<a href={variantUrl(loaded, "stations", { version, direction })}>编辑站点</a>{" "}
            {(query.source ?? query.vias ?? query.gaps) && (
              <a href={here({ source: undefined, vias: undefined, gaps: undefined, gap: null })}>重新匹配</a>
            )}
          </p>
        )}
        {proposal && (
          <>
            <SourceTable
              offers={loaded.offers}
              compared={loaded.compared}
              chosen={query.source !== undefined}
              sourceUrl={(source) => here({ source })}
            />
            <MatchNotes loaded={loaded} proposal={proposal} name={name} here={here} />
          </>
        )}
        <div className={styles.beside}>
          {proposal && (
            <form method="post">
              <OnceField />
              <GapTable
                gaps={proposal.gaps}
                stations={stations}
                vias={proposal.vias}
                drawn={proposal.drawn}
                picks={old.hasPath ? (proposal.matchedGaps ?? proposal.gaps.map(({ from }) => from)) : []}
                setUrl={(gap) => here({ gap })}
                onlyUrl={(gap) => (old.hasPath ? here({ gaps: [gap] }) : null)}
                current={setting?.gap ?? null}
              />
              <div className={styles.foot}>
                <input type="hidden" name="direction" value={direction} />
                <input type="hidden" name="version" value={loaded.version ?? 0} />
                <input type="hidden" name="proposal" value={proposal.proposal} />
                <button className={against ? "button" : "button primary"} name="do" value="accept">
                  采用新路径
                </button>
                {old.hasPath && (
                  <button className="button" name="do" value="some">
                    只采用勾选的站间
                  </button>
                )}
                <button className="button" name="do" value="reject">
                  不采用
                </button>
              </div>
            </form>
          )}
          {setting ? (
            <GapPanel
              name={name(setting.gap)}
              vias={ownVias(setting.gap)}
              query={{ ...kept, direction, ...matchQuery(query) }}
              picture={setting.click}
              typed={setting.typed}
              error={setting.error}
              withoutUrl={(at) => here({ vias: without(setting.gap, at) })}
              closeUrl={here({ gap: null })}
            />
          ) : (
            stations.length > 0 && (
              <figure className={styles.figure}>
                <SvgMap
                  title={`${loaded.lineName} ${directionName}的${proposal ? "新路径" : "路径"}`}
                  roads={picture.roads}
                  {...picture.drawing}
                  width={760}
                  height={560}
                />
                {proposal && <figcaption>虚线：原路径；橙色：不确定；红色虚线：没有道路相通</figcaption>}
              </figure>
            )
          )}
        </div>
      </Section>
    </>
  );
}

interface GapPanelProps {
  name: string;
  vias: readonly Via[];
  query: Query;
  picture: ClickMapPicture;
  typed: { lng: string; lat: string };
  error: string | null;
  withoutUrl: (at: number) => string;
  closeUrl: string;
}

const axes = [
  { name: "lng", label: "经度", example: 116.38 },
  { name: "lat", label: "纬度", example: 39.87 },
] as const;

function GapPanel({ name, vias, query, picture, typed, error, withoutUrl, closeUrl }: GapPanelProps) {
  const kept = Object.entries(query).map(
    ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
  );
  return (
    <section aria-label={`途经点：${name}`}>
      <p>
        <strong>{name}</strong> 的途经点：点击地图，或输入坐标。<a href={closeUrl}>返回整条路径</a>
      </p>
      {error && (
        <p role="alert" id="via-error" className="notice bad">
          {error}
        </p>
      )}
      <form method="get">
        {kept}
        <ClickMap name="at" label={`${name}的地图，点击处成为途经点`} picture={picture} />
      </form>
      <form method="get" className={styles.foot}>
        {kept}
        {axes.map(({ name: axis, label, example }) => (
          <label key={axis}>
            {label}{" "}
            <input
              name={axis}
              inputMode="decimal"
              size={11}
              defaultValue={typed[axis]}
              placeholder={`例如 ${example}`}
              aria-describedby={error ? "via-error" : undefined}
            />
          </label>
        ))}
        <button className="button" name="add" value="1">
          加途经点
        </button>
      </form>
      {vias.length === 0 ? (
        <p>还没有途经点，路径由起止两站决定。</p>
      ) : (
        <ol className={styles.found}>
          {vias.map(({ lng, lat }, at) => (
            <li key={at}>
              途经点 {at + 1}：{lng.toFixed(6)}，{lat.toFixed(6)}{" "}
              <a href={withoutUrl(at)} aria-label={`去掉途经点 ${at + 1}`}>
                去掉
              </a>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type MatchPageData = SerializeFrom<typeof matchPage>;

interface MatchNotesProps {
  loaded: MatchPageData;
  proposal: NonNullable<MatchPageData["proposal"]>;
  name: (gap: number) => string;
  here: (changes: Partial<MatchQuery>) => string;
}

function MatchNotes({ loaded, proposal, name, here }: MatchNotesProps) {
  const { old, stale, tooFast, stations, against, look, query } = loaded;
  return (
    <>
      <p>
        新路径 {kilometresText(proposal.mileage)}，{labelOf(matchStates, proposal.matchState)}，
        {Math.round(proposal.matchRatio * 100)}% 在道路上；
        {old.mileage === null ? "此前没有路径" : `原路径 ${kilometresText(old.mileage)}（虚线）`}。
        {old.freeHand > 0 &&
          (query.keepFreeHand ? (
            <>
              保留了 {old.freeHand} 段手绘路段，<a href={here({ keepFreeHand: false })}>不保留</a>。
            </>
          ) : (
            <>
              手绘路段没有保留，<a href={here({ keepFreeHand: true })}>保留</a>。
            </>
          ))}
      </p>
      {against && <p className="notice warn">{against}。</p>}
      {look && <p className={styles.warning}>需要查看：{look}。</p>}
      {tooFast.length > 0 && (
        <div className="notice warn">
          <p>时刻表给的时间不够走完 {tooFast.length} 段路，请核对走向或时刻表：</p>
          <ul>
            {tooFast.slice(0, 5).map(({ from, to, seconds, speed }) => (
              <li key={`${from} ${to}`}>
                <a href={here({ gap: from })}>
                  {from + 1} {stations[from]?.staName} → {to + 1} {stations[to]?.staName}
                </a>
                ：按时刻表只有{seconds < 60 ? "不到 1" : ` ${Math.round(seconds / 60)}`} 分钟，走这条路至少要 {speed}{" "}
                公里/时
              </li>
            ))}
            {tooFast.length > 5 && <li>还有 {tooFast.length - 5} 段也是这样</li>}
          </ul>
        </div>
      )}
      {stale.length > 0 && stale.length < proposal.gaps.length && (
        <p className="notice warn">
          现有路径有 {stale.length} 段站间与站点或路网不符：{stale.slice(0, 5).map(name).join("、")}
          {stale.length > 5 && "等"}。<a href={here({ gaps: stale })}>只重新匹配这些站间</a>
        </p>
      )}
      {proposal.matchedGaps && (
        <p className="notice">
          只重新匹配了 {proposal.matchedGaps.map(name).join("、")}，其余不变。
          <a href={here({ gaps: undefined })}>匹配整条路径</a>
        </p>
      )}
    </>
  );
}

interface SourceTableProps {
  offers: readonly SourceOffer[];
  compared: string | null;
  chosen: boolean;
  sourceUrl: (source: MatchSource | undefined) => string;
}

function SourceTable({ offers, compared, chosen, sourceUrl }: SourceTableProps) {
  return (
    <div className={table.scroller}>
      <table className={`${table.rows} ${styles.sources}`}>
        <caption>路径来源，按优先次序{chosen && <a href={sourceUrl(undefined)}>恢复自动选择来源</a>}</caption>
        <thead>
          <tr>
            <th scope="col">来源</th>
            <th scope="col" className={table.right}>
              里程（公里）
            </th>
            <th scope="col" className={table.right}>
              在道路上
            </th>
            <th scope="col" className={table.right}>
              断开
            </th>
            {compared && (
              <th scope="col" className={table.right}>
                与{compared}不同
              </th>
            )}
            <th scope="col">说明</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ source, sourceName, used, open, reason, gives }, at) => (
            <tr key={source} aria-current={used || undefined}>
              <td>
                {at + 1} <strong>{sourceName}</strong>
                {used ? "（本次使用）" : ""}
              </td>
              <td className={table.right}>{gives?.mileage.toFixed(3) ?? "—"}</td>
              <td className={table.right}>{gives ? `${Math.round(gives.matchRatio * 100)}%` : "—"}</td>
              <td className={table.right}>{gives ? `${gives.breaks} 处` : "—"}</td>
              {compared && (
                <td className={table.right}>
                  {gives?.leaves === null || !gives
                    ? "—"
                    : gives.leaves === 0
                      ? "无"
                      : kilometresText(gives.leaves / 1000)}
                </td>
              )}
              <td className={styles.reason}>{reason}</td>
              <td>{!used && open && <a href={sourceUrl(source)}>改用{sourceName}</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
