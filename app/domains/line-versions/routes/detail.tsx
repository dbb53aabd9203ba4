import { useLoaderData } from "@remix-run/react";
import { findOpposites } from "~/domains/stations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { LineMap } from "~/kit/page/map/line-map";
import { AsOf, DetailScreen, RecordNotices, screen, Section } from "~/kit/page/screens";
import { noticesOf } from "~/kit/room/record-notices.server";
import { settings as programSettings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { ChangedGround, groundOf } from "../screens/changed-ground";
import { DirectionTabs } from "../screens/direction-tabs";
import { fleetOfLine } from "../fleet.server";
import { lineFacts } from "../screens/line-facts";
import { LineFleet } from "../screens/line-fleet";
import { drawingOf, pictureOf } from "../picture.server";
import { noteOf, periodInWords } from "~/domains/lines/labels";
import { PathSummary } from "../screens/path-summary";
import { may } from "~/domains/lines/policy";
import { baseChange, checkWanted, versionsOf } from "../queries.server";
import { requireLine } from "~/domains/lines/queries.server";
import { ReviewNotice } from "../screens/review-notice";
import { queryKept, shownVersion } from "../shown-version.server";
import { StationTable } from "../screens/station-table";
import { lineUrl, queryText } from "~/domains/lines/urls";
import { timetableOf } from "../timetable/stored-timetable.server";
import { TimetableSection } from "../timetable/timetable-section";
import { VariantTabs } from "../screens/variant-tabs";
import { DraftBanner, VersionList } from "../screens/version-list";
import styles from "../lines.module.css";

export const handle = screen({ title: (loaded: { line: { lineName: string } }) => loaded.line.lineName });

export const loader = page(may.read, async ({ viewer, url, params }) => {
  const { detail, one, other, asOf, view, variants, versions: onTheDay } = await shownVersion(viewer, url, params);
  const [line, versions, picture, opposites, changed, checked, notices, fleet, timetable] = await Promise.all([
    requireLine(viewer, detail.lineUuid, asOf),
    // The list says what holds today, whichever day the page shows.
    asOf ? versionsOf(detail.classifySid) : onTheDay,
    pictureOf(viewer, drawingOf(one, other)),
    findOpposites(one.stationList.map(({ staUuid }) => staUuid)),
    detail.standing === "draft"
      ? baseChange(viewer, { classifySid: detail.classifySid, versionUuid: detail.versionUuid! }).then(
          ({ change }) => change,
        )
      : null,
    checkWanted(),
    noticesOf(viewer, "lines", detail.lineUuid),
    fleetOfLine(viewer, detail.lineUuid),
    timetableOf(detail.versionUuid, one.direction),
  ]);
  const zone = programSettings().OPERATOR_TIME_ZONE;
  const { directions, ...version } = detail;
  return {
    line: { ...line, updatedAt: formatTime(line.updatedAt, zone) },
    version,
    one,
    asOf,
    picture,
    checked,
    notices,
    variants,
    fleet,
    timetable,
    opposites: Object.fromEntries(opposites),
    changed: changed && groundOf(changed),
    moved: directions.filter(({ movedStations }) => movedStations.length > 0),
    showSpacing: view.showSpacing,
    directions: directions.map(({ direction, directionName, stationList }) => ({
      direction,
      directionName: `${directionName}（${stationList.length} 站）`,
    })),
    versions: versions.map((each) => ({ ...each, updatedAt: formatTime(each.updatedAt, zone) })),
    query: { ...queryKept(url), asOf },
    mayCompare: allows(viewer, "line-classify.read"),
    mayWrite: allows(viewer, may.write),
    mayPublish: allows(viewer, may.publish),
  };
});

export default function Line() {
  const {
    line,
    version,
    one,
    asOf,
    picture,
    checked,
    notices,
    moved,
    variants,
    fleet,
    timetable,
    opposites,
    changed,
    showSpacing,
    directions,
    versions,
    query,
    mayCompare,
    mayWrite,
    mayPublish,
  } = useLoaderData<typeof loader>();
  const url = lineUrl(line);
  return (
    <DetailScreen note={noteOf(version)} sections={[{ title: "基本信息", facts: lineFacts(line) }]}>
      <RecordNotices notices={notices} />
      <ReviewNotice variant={version} directions={moved} mayWrite={mayWrite} />
      <DraftBanner
        variant={version}
        versions={versions}
        shown={version.versionUuid}
        mayWrite={mayWrite}
        mayPublish={mayPublish}
        checked={checked}
      />
      {changed && <ChangedGround {...changed} variant={version} mayWrite={mayWrite} />}
      {version.completeness && <p className="notice warn">{version.completeness}</p>}
      <Section
        title={`站点与路径${version.standing === "none" ? "" : `（${periodInWords(version)}）`}`}
        actions={mayCompare && <a href={`/line/line-classify?lineUuid=${line.lineUuid}`}>线路分类</a>}
      >
        <VariantTabs variants={variants} current={version.classifySid} query={{ asOf }} />
        <DirectionTabs directions={directions} current={one.direction} query={query}>
          <AsOf asOf={asOf} query={{ classify: query.classify, direction: one.direction }} />
        </DirectionTabs>
        <PathSummary direction={one} exportTo={`${url}/stations/export${queryText(query)}`} />
        <div className={styles.beside}>
          <StationTable direction={one} showSpacing={showSpacing} opposites={opposites} asOf={asOf} />
          <LineMap
            title={`${line.lineName} ${one.directionName}`}
            dataUrl={`${url}/drawing${queryText({ ...query, direction: one.direction })}`}
            {...picture}
            showSpacing={showSpacing}
            height={560}
          />
        </div>
      </Section>
      <TimetableSection directionName={one.directionName} days={timetable} />
      <LineFleet fleet={fleet} />
      <Section title="版本">
        <VersionList
          variant={version}
          versions={versions}
          shown={version.versionUuid}
          direction={one.direction}
          mayCompare={mayCompare}
        />
      </Section>
    </DetailScreen>
  );
}
