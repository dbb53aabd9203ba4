import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { findRow, lockRows, requireRow } from "~/kit/room/source.server";
import { createRow, loadRow, updateRow } from "~/kit/room/verbs.server";
import { languages } from "~/transit/announcements/words";
import { readSpoken } from "./queries.server";
import { type VersionRow, type VersionValues } from "./room";
import { versionSource } from "./source.server";

/** Changes the fields given; a language that the recipe still speaks stays. */
export async function updateVersion(
  viewer: Viewer,
  versionUuid: string,
  changes: Partial<VersionValues>,
  version?: number,
): Promise<VersionRow> {
  await inTransaction(async (trx) => {
    await lockRows(trx, versionSource, viewer, [versionUuid]);
    const wanted = changes.languages;
    if (!wanted) return;
    const { slots, texts } = await readSpoken(versionUuid, trx);
    const lost = [...slots, ...texts].find(({ language }) => !wanted.includes(language));
    if (lost)
      throw problem.field("languages", `配方中还有${languages[lost.language]}的内容，请先清空这些行，再去掉这种语言`);
  });
  return updateRow(versionSource, viewer, versionUuid, changes, version);
}

/** Adds a version, or changes the one that has this key. */
export async function addVersion(
  viewer: Viewer,
  values: Partial<VersionValues> & Pick<VersionValues, "versionNum" | "versionName"> & { versionUuid?: string },
): Promise<VersionRow> {
  const { versionUuid, ...changes } = values;
  const known = versionUuid && (await findRow(versionSource, viewer, versionUuid));
  if (known) return updateVersion(viewer, versionUuid, changes);
  return createRow(versionSource, viewer, { languages: ["zh"], ...values });
}

/** A new version that says the same. */
export async function copyVersion(
  viewer: Viewer,
  from: string,
  values: { versionNum: string; versionName: string; versionUuid?: string },
): Promise<VersionRow> {
  const { versionUuid } = await inTransaction(async (trx) => {
    const [source] = await lockRows<Pick<VersionRow, "languages" | "remark">>(trx, versionSource, viewer, [from]);
    const { slots, texts, nodes } = await readSpoken(from, trx);
    return createRecord<{ versionUuid: string }>(trx, viewer, versionSource.kept, {
      ...values,
      languages: source!.languages,
      remark: source!.remark,
      slots: slots.map((slot) => ({ ...slot, linkUuid: newKey() })),
      texts: texts.map((text) => ({ ...text, linkUuid: newKey() })),
      nodes: nodes.map((node) => ({ ...node, nodeUuid: newKey() })),
    });
  });
  return loadRow(versionSource, viewer, versionUuid);
}

export const requireVersion = (viewer: Viewer, versionUuid: string): Promise<VersionRow> =>
  requireRow(versionSource, viewer, versionUuid);
