import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { attempt, problem } from "~/kernel/http/problem";
import { redirectWith } from "~/kernel/http/redirect.server";
import { SvgMap } from "~/kernel/map/svg-map";
import { Heading, screen, Section } from "~/kernel/screens";
import { DirectionTabs } from "../direction-tabs";
import { GapTable } from "../gap-table";
import { drawingOf, pictureOf } from "../picture.server";
import { may } from "../policy";
import { acceptMatch, getLineClassifyStationAndMap, proposeMatch } from "../queries.server";
import { kilometresText, noteOf } from "../labels";
import { labelOf, matchStates } from "../schema";
import { chosenDirection, queryKept, variantAsked } from "../shown-version.server";
import { lineUrl, queryText, variantUrl } from "../urls";
import styles from "../lines.module.css";

export const handle = screen({ title: (loaded: { lineName: string }) => `${loaded.lineName}：匹配路径` });

export const loader = page(may.write, async ({ viewer, url, params }) => {
  const { directions, ...version } = await getLineClassifyStationAndMap(viewer, variantAsked(url, params));
  const { one } = chosenDirection({ ...version, directions }, url);
  const direction = one.direction as 1 | 2;
  const proposed = await attempt(() => proposeMatch(viewer, { classifySid: version.classifySid, versionUuid: version.versionUuid ?? undefined, direction }));
  const proposal = proposed.ok ? proposed.value[0]! : null;
  const stationList = one.stationList.map((row, at) => {
    const [here, before] = [proposal?.distances[at] ?? null, proposal?.distances[at - 1] ?? null];
    return { ...row, distance: here, distancePrev: here !== null && before !== null ? here - before : null };
  });
  const drawing = proposal ? drawingOf({ ...one, stationList, path: proposal.path, gaps: proposal.gaps }, one) : drawingOf(one);
  return {
    ...version,
    direction,
    directionName: one.directionName,
    old: { mileage: one.mileage, matchState: one.matchState },
    stations: stationList.map(({ serial, staName }) => ({ serial, staName })),
    proposal: proposal && { proposal: proposal.proposal, gaps: proposal.gaps, mileage: proposal.mileage, matchState: proposal.matchState, matchRatio: proposal.matchRatio },
    refusal: proposed.ok ? null : proposed.problem.message,
    directions: directions.map((each) => ({ direction: each.direction, directionName: each.directionName })),
    query: queryKept(url),
    picture: await pictureOf(viewer, drawing),
  };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const form = await request.formData();
  const asked = variantAsked(url, params);
  const direction = form.get("direction") === "2" ? 2 : 1;
  const back = `${lineUrl(asked)}${queryText({ ...queryKept(url), direction })}`;
  if (form.get("do") === "reject") return redirectWith(request, "已放弃这次匹配，路径没有改变", back);
  const version = Number(form.get("version") ?? NaN);
  if (!Number.isInteger(version)) throw problem.field("version", "请从匹配页面提交");
  const done = await attempt(() => acceptMatch(viewer, { ...asked, direction, proposal: String(form.get("proposal") ?? ""), version }));
  if (!done.ok) return data({ error: done.problem.conflict ? `${done.problem.message}，下面是按最新站点重新匹配的结果，请重新核对` : done.problem.message }, { status: 409 });
  return redirectWith(request, "已采用匹配的路径，保存在草稿中", variantUrl(done.value, "", { version: done.value.versionUuid, direction }));
});

export default function Match() {
  const { lineName, version, direction, directionName, directions, proposal, old, refusal, stations, query, picture, ...variant } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <Heading note={noteOf(variant, directionName)} />
      {answer && <p role="alert" className="notice bad">{answer.error}</p>}
      <Section title="匹配结果">
        <DirectionTabs directions={directions} current={direction} query={query} />
        {refusal && (
          <p className="notice warn">
            {refusal}。<a href={variantUrl(variant, "stations", { version: query.version, direction })}>编辑站点</a>
          </p>
        )}
        {proposal && (
          <>
            <p>
              新路径 {kilometresText(proposal.mileage)}，{labelOf(matchStates, proposal.matchState)}，{Math.round(proposal.matchRatio * 100)}% 在道路上；{old.mileage === null ? "此前没有路径" : `原路径 ${kilometresText(old.mileage)}（虚线）`}。
            </p>
            <div className={styles.beside}>
              <GapTable gaps={proposal.gaps} stations={stations} />
              <SvgMap title={`${lineName} ${directionName}的新路径`} roads={picture.roads} {...picture.drawing} width={760} height={560} />
            </div>
            <form method="post" className={styles.foot}>
              <input type="hidden" name="direction" value={direction} />
              <input type="hidden" name="version" value={version ?? 0} />
              <input type="hidden" name="proposal" value={proposal.proposal} />
              <button className="button primary" name="do" value="accept">采用新路径</button>
              <button className="button" name="do" value="reject">不采用</button>
            </form>
          </>
        )}
      </Section>
    </>
  );
}
