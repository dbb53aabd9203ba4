import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { attempt, problem } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { SvgMap } from "~/kernel/map/svg-map";
import { Heading, screen, Section } from "~/kernel/screens";
import { DirectionTabs } from "../direction-tabs";
import { kilometresText, noteOf } from "../labels";
import { GapPanel } from "../match/gap-panel";
import { GapTable } from "../match/gap-table";
import { matchPage } from "../match/match-page.server";
import { matchQuery, readMatchQuery } from "../match/match-query";
import { SourceLinks } from "../match/source-links";
import { may } from "../policy";
import { acceptMatch } from "../queries.server";
import { labelOf, matchStates } from "../schema";
import { queryKept, variantAsked } from "../shown-version.server";
import { lineUrl, queryText, variantUrl } from "../urls";
import styles from "../lines.module.css";

export const handle = screen({ title: (loaded: { lineName: string }) => `${loaded.lineName}：匹配路径` });

export const loader = page(may.write, matchPage);

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const form = await request.formData();
  const asked = variantAsked(url, params);
  const direction = form.get("direction") === "2" ? 2 : 1;
  const back = `${lineUrl(asked)}${queryText({ ...queryKept(url), direction })}`;
  if (form.get("do") === "reject") return redirectWith(request, "已放弃这次匹配，路径没有改变", back);
  const version = Number(form.get("version") ?? NaN);
  if (!Number.isInteger(version)) throw problem.field("version", "请从匹配页面提交");
  const picked = form.get("do") === "some" ? form.getAll("pick").map(Number).filter(Number.isInteger) : undefined;
  if (picked?.length === 0) return data({ error: "请先在表中勾选要采用的站间" }, { status: 422 });
  const { gap: _gap, ...wanted } = readMatchQuery(url.searchParams);
  const done = await attempt(() => acceptMatch(viewer, { ...asked, ...wanted, direction, proposal: String(form.get("proposal") ?? ""), picked, version }));
  if (!done.ok) return data({ error: done.problem.conflict ? `${done.problem.message}，下面是按最新站点重新匹配的结果，请重新核对` : done.problem.message }, { status: 409 });
  const taken = picked ? `已采用勾选的 ${picked.length} 段站间，其余不变，保存在草稿中` : "已采用匹配的路径，保存在草稿中";
  return redirectWith(request, taken, variantUrl(done.value, "", { version: done.value.versionUuid, direction }));
});

export default function Match() {
  const { lineName, version, direction, directionName, directions, proposal, old, stale, refusal, stations, query, kept, picture, setting, ...variant } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const asked = { ...query, vias: query.vias ?? undefined, gaps: query.gaps ?? undefined, source: query.source ?? undefined };
  const here = (changes: Partial<typeof asked> = {}) => variantUrl(variant, "match", { version: kept.version, direction, ...matchQuery({ ...asked, ...changes }) });
  const name = (gap: number) => `${gap + 1} ${stations[gap]?.staName} → ${gap + 2} ${stations[gap + 1]?.staName}`;
  const ownVias = (gap: number) => (proposal?.vias ?? asked.vias ?? []).filter((via) => via.gap === gap);
  const without = (gap: number, at: number) => (proposal?.vias ?? asked.vias ?? []).filter((via) => via !== ownVias(gap)[at]);
  return (
    <>
      <Heading note={noteOf(variant, directionName)} />
      {answer && <p role="alert" className="notice bad">{answer.error}</p>}
      <Section title="匹配结果">
        <DirectionTabs directions={directions} current={direction} query={kept} />
        {refusal && (
          <p className="notice warn">
            {refusal}。<a href={variantUrl(variant, "stations", { version: kept.version, direction })}>编辑站点</a> <a href={here({ source: undefined, vias: undefined, gaps: undefined, gap: null })}>重新匹配</a>
          </p>
        )}
        {proposal && (
          <>
            <SourceLinks sources={proposal.sources} chosen={query.source !== null} sourceUrl={(source) => here({ source })} />
            <p>
              新路径 {kilometresText(proposal.mileage)}，{labelOf(matchStates, proposal.matchState)}，{Math.round(proposal.matchRatio * 100)}% 在道路上；{old.mileage === null ? "此前没有路径" : `原路径 ${kilometresText(old.mileage)}（虚线）`}。
              {old.freeHand > 0 && (query.keepFreeHand ? <>保留了 {old.freeHand} 段手绘路段，<a href={here({ keepFreeHand: false })}>不保留</a>。</> : <>手绘路段没有保留，<a href={here({ keepFreeHand: true })}>保留</a>。</>)}
            </p>
            {stale.length > 0 && stale.length < proposal.gaps.length && (
              <p className="notice warn">
                现有路径有 {stale.length} 段站间与站点或路网不符：{stale.slice(0, 5).map(name).join("、")}
                {stale.length > 5 && "等"}。<a href={here({ gaps: stale })}>只重新匹配这些站间</a>
              </p>
            )}
            {proposal.matchedGaps && (
              <p className="notice">
                只重新匹配了 {proposal.matchedGaps.map(name).join("、")}，其余不变。<a href={here({ gaps: undefined })}>匹配整条路径</a>
              </p>
            )}
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
                <button className="button primary" name="do" value="accept">采用新路径</button>
                {old.hasPath && <button className="button" name="do" value="some">只采用勾选的站间</button>}
                <button className="button" name="do" value="reject">不采用</button>
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
            <figure className={styles.figure}>
              <SvgMap title={`${lineName} ${directionName}的${proposal ? "新路径" : "路径"}`} roads={picture.roads} {...picture.drawing} width={760} height={560} />
              <figcaption>虚线：原路径；橙色：不确定；红色虚线：没有道路相通</figcaption>
            </figure>
          )}
        </div>
      </Section>
    </>
  );
}
