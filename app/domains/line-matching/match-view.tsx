import type { SerializeFrom } from "@remix-run/node";
import { OnceField } from "~/kit/page/forms/once";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { noteOf } from "~/domains/lines/labels";
import { standingInWords } from "~/domains/lines/schema";
import { variantUrl } from "~/domains/lines/urls";
import { GapPanel } from "./gap-panel";
import { GapTable } from "./gap-table";
import type { matchPage } from "./match-page.server";
import { MatchNotes } from "./match-notes";
import { type MatchQuery, matchQuery } from "./match-query";
import { SourceTable } from "./source-table";
import styles from "~/domains/line-versions/lines.module.css";

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
