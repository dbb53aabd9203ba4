import type { SerializeFrom } from "@remix-run/node";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Heading, Section } from "~/kit/page/screens";
import { DirectionTabs } from "~/domains/line-versions/screens/direction-tabs";
import { noteOf } from "~/domains/lines/labels";
import { draftInWords, labelOf, standings } from "~/domains/lines/schema";
import { variantUrl } from "~/domains/lines/urls";
import { GapPanel } from "./gap-panel";
import { GapTable } from "./gap-table";
import type { matchPage } from "./match-page.server";
import { MatchNotes } from "./match-notes";
import { matchQuery } from "./match-query";
import { SourceTable } from "./source-table";
import styles from "~/domains/line-versions/lines.module.css";

interface MatchViewProps {
  loaded: SerializeFrom<typeof matchPage>;
  error: string | undefined;
}

export function MatchView({ loaded, error }: MatchViewProps) {
  const {
    lineName,
    version,
    direction,
    directionName,
    directions,
    proposal,
    offers,
    compared,
    against,
    look,
    old,
    stale,
    tooFast,
    refusal,
    stations,
    query,
    kept,
    picture,
    setting,
    ...variant
  } = loaded;
  const asked = {
    ...query,
    vias: query.vias ?? undefined,
    gaps: query.gaps ?? undefined,
    source: query.source ?? undefined,
  };
  const here = (changes: Partial<typeof asked> = {}) =>
    variantUrl(variant, "match", { version: kept.version, direction, ...matchQuery({ ...asked, ...changes }) });
  const name = (gap: number) => `${gap + 1} ${stations[gap]?.staName} → ${gap + 2} ${stations[gap + 1]?.staName}`;
  const ownVias = (gap: number) => (proposal?.vias ?? asked.vias ?? []).filter((via) => via.gap === gap);
  const without = (gap: number, at: number) =>
    (proposal?.vias ?? asked.vias ?? []).filter((via) => via !== ownVias(gap)[at]);
  return (
    <>
      <Heading
        note={noteOf(
          variant,
          `${directionName}，${variant.standing === "draft" ? draftInWords(variant.plannedFor) : labelOf(standings, variant.standing)}`,
        )}
      />
      {error && (
        <p role="alert" className="notice bad">
          {error}
        </p>
      )}
      <Section title="匹配结果">
        <DirectionTabs directions={directions} current={direction} query={kept} />
        {refusal && (
          <p className="notice warn">
            {refusal}。<a href={variantUrl(variant, "stations", { version: kept.version, direction })}>编辑站点</a>{" "}
            {(asked.source ?? asked.vias ?? asked.gaps) && (
              <a href={here({ source: undefined, vias: undefined, gaps: undefined, gap: null })}>重新匹配</a>
            )}
          </p>
        )}
        {proposal && (
          <>
            <SourceTable
              {...{ offers, compared }}
              chosen={query.source !== null}
              sourceUrl={(source) => here({ source })}
            />
            <MatchNotes
              {...{ proposal, old, stale, tooFast, stations, against, look, name, here }}
              keepFreeHand={query.keepFreeHand}
            />
          </>
        )}
        <div className={styles.beside}>
          {proposal && (
            <form method="post">
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
                <input type="hidden" name="version" value={version ?? 0} />
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
              query={{ ...kept, direction, ...matchQuery(asked) }}
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
                  title={`${lineName} ${directionName}的${proposal ? "新路径" : "路径"}`}
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
