import { noStations } from "~/domains/lines/labels";
import { variantUrl } from "~/domains/lines/urls";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { loadEditedVersion } from "./detail.server";
import { leavingStations } from "./leaving.server";
import { pathInWords, toLookAt } from "./path-words";
import { checkRefusal } from "./publish.server";
import { variantAsked } from "./shown-version.server";
import { digestPeriods, versionsOf } from "./versions.server";

export async function loadPublish({ viewer, request, params, url }: ViewerCall) {
  const { directions, ...draft } = await loadEditedVersion(viewer, variantAsked(url, params));
  if (draft.standing !== "draft")
    throw await redirectWith(
      request,
      url.searchParams.has("version") ? "这份草稿已经生效，没有再次生效" : "这条线路没有草稿",
      variantUrl(draft),
      "warning",
    );
  const problems = directions.flatMap((one) =>
    one.problems.map((each) => ({ ...each, where: `${one.directionName}第 ${each.row} 站` })),
  );
  const figures = directions.map((one) => `${one.directionName} ${one.stationList.length} 站，${pathInWords(one)}`);
  const looks = directions.flatMap((one) => {
    const look = toLookAt(one);
    return look ? [`${one.directionName}路径需要查看：${look}`] : [];
  });
  const leaving = await leavingStations(
    viewer,
    draft.classifySid,
    directions.flatMap((one) => one.stationList.map(({ staUuid }) => staUuid)),
  );
  const versions = await versionsOf(draft.classifySid);
  const own = versions.find(({ versionUuid }) => versionUuid === draft.versionUuid);
  if (!own) throw problem.missing("草稿");
  const starts = versions.flatMap(({ validFrom, standing }) =>
    validFrom ? [[validFrom, standing === "planned" ? "已计划的版本开始" : "已有版本开始"]] : [],
  );
  const validFrom = draft.plannedFor && draft.plannedFor >= today() ? draft.plannedFor : undefined;
  const refusals = [
    ...(directions.every(({ stationList }) => stationList.length === 0) ? [noStations] : []),
    (await checkRefusal(viewer, own)) ?? [],
  ].flat();
  return {
    ...draft,
    refusals,
    problems,
    figures,
    looks,
    leaving,
    today: today(),
    usual: { validFrom } as { validFrom?: string },
    versions,
    seen: digestPeriods(versions),
    marks: Object.fromEntries(starts) as Record<string, string>,
  };
}
