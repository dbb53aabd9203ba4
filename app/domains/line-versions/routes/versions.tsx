import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { Heading, Section } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import { noteOf } from "~/domains/lines/labels";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { checkWanted, listedVersions, mostListed, requireVariant, variantsOf } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { VariantTabs } from "../screens/variant-tabs";
import { gapsInWords } from "../times/impact";
import { layOut } from "../times/timeline";
import { TimelineDrawing } from "../screens/timeline-drawing";
import { VersionTable } from "../screens/version-table";

export const handle = lineScreenFor("线路版本");

export const loader = page(may.read, async ({ viewer, url, params }) => {
  const { versionUuid: _, ...asked } = variantAsked(url, params);
  const variant = await requireVariant(viewer, asked);
  const [variants, { versions, total }, checked] = await Promise.all([
    variantsOf(viewer, variant.lineUuid),
    listedVersions(variant),
    checkWanted(),
  ]);
  const shown = (moment: Date) => formatTime(moment, settings().OPERATOR_TIME_ZONE);
  return {
    variant,
    variants,
    checked,
    total,
    most: mostListed,
    picture: layOut(versions, today()),
    gaps: gapsInWords(versions),
    versions: versions.map((version) => ({
      ...version,
      updatedAt: shown(version.updatedAt),
      submittedAt: version.submittedAt && shown(version.submittedAt),
    })),
    mayWrite: allows(viewer, may.write),
    mayPublish: allows(viewer, may.publish),
    mayCompare: allows(viewer, "line-classify.read"),
  };
});

export default function Versions() {
  const { variant, variants, picture, gaps, versions, total, most, checked, mayWrite, mayPublish, mayCompare } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Heading note={noteOf(variant)}>
        {mayWrite && (
          <a className="button primary" href={variantUrl(variant, "versions/plan")}>
            计划新版本
          </a>
        )}
      </Heading>
      {(versions.length > 0 || variants.length > 1) && (
        <Section title="时间轴">
          <VariantTabs variants={variants} current={variant.classifySid} />
          {versions.length > 0 && (
            <TimelineDrawing
              picture={picture}
              title={`${variant.lineName} ${variant.classifyName}的版本`}
              hrefOf={(version) => variantUrl(variant, "", { version })}
            />
          )}
          {gaps.map((gap) => (
            <p key={gap} className="notice warn">
              {gap}
            </p>
          ))}
        </Section>
      )}
      <Section title={`版本（${total}）`}>
        <VersionTable
          variant={variant}
          versions={versions}
          mayWrite={mayWrite}
          mayPublish={mayPublish}
          mayCompare={mayCompare}
          checked={checked}
        />
        {total > versions.length && (
          <p className="quiet">只列出草稿和最近的 {most} 个版本；更早的可以按日期在线路页查看，或见修改历史。</p>
        )}
      </Section>
    </>
  );
}
