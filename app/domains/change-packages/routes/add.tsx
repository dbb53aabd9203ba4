import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { OnceField } from "~/kit/page/forms/once";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { requireRecord } from "~/kit/room/pages.server";
import { findRow } from "~/kit/room/source.server";
import { findRecords, offerDrafts } from "../found.server";
import { addDrafts } from "../items.server";
import { itemKinds, type RecordKind } from "../model";
import { packageRoom } from "../room";
import { packageSource } from "../source.server";
import { packageUrl, planUrl } from "../urls";

export const handle = screen({
  title: ({ record }: { record: { packageName: string } }) => `${record.packageName}：加入变更`,
});

export const loader = page(packageRoom.may.write, async (call) => {
  const { viewer, url } = call;
  const record = await requireRecord(call, packageRoom, (by, key) => findRow(packageSource, by, key));
  const kind: RecordKind = url.searchParams.get("kind") === "fence" ? "fence" : "station";
  const keyword = (url.searchParams.get("keyword") ?? "").trim().slice(0, 64);
  const [drafts, found] = await Promise.all([
    offerDrafts(viewer),
    keyword ? findRecords(viewer, kind, keyword) : Promise.resolve([]),
  ]);
  return { record, kind, keyword, drafts, found };
});

export const action = page(packageRoom.may.write, async ({ viewer, request, params }) => {
  const packageUuid = params.packageUuid!;
  const chosen = (await formDataOf(request)).getAll("versionUuids").map(String).slice(0, 200);
  const done = await attempt(() => addDrafts(viewer, packageUuid, chosen));
  if (!done.ok) return data({ error: done.problem.message, chosen }, { status: 422 });
  return redirectWith(request, `加入了 ${chosen.length} 份线路草稿`, packageUrl(packageUuid));
});

export default function AddChange() {
  const { record, kind, keyword, drafts, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { error: string; chosen: string[] } | undefined;
  const url = packageUrl(record.packageUuid);
  return (
    <>
      <Heading note={`${record.effectiveDay} 生效`}>
        <a className="button" href={url}>
          返回变更包
        </a>
      </Heading>
      <Section title="线路草稿">
        {answer && (
          <p role="alert" className="notice bad">
            {answer.error}
          </p>
        )}
        {drafts.length === 0 ? (
          <p className="quiet">没有可以加入的草稿：先在线路管理中编辑站点或路径，保存为草稿。</p>
        ) : (
          <form method="post">
            <OnceField />
            <p className="quiet">加入的草稿改为计划在 {record.effectiveDay} 生效，仍可以继续编辑。</p>
            {drafts.map(({ versionUuid, name, plannedFor, stations, updatedByName }) => (
              <p key={versionUuid}>
                <label>
                  <input
                    type="checkbox"
                    name="versionUuids"
                    value={versionUuid}
                    defaultChecked={answer?.chosen.includes(versionUuid)}
                  />{" "}
                  {name}
                </label>{" "}
                <span className="quiet">
                  {stations} 站，{plannedFor ? `计划 ${plannedFor} 生效` : "未定日期"}
                  {updatedByName && `，${updatedByName}修改`}
                </span>
              </p>
            ))}
            <button className="button primary">加入所选草稿</button>
          </form>
        )}
      </Section>
      <Section title="站点或围栏">
        <form method="get">
          <select name="kind" defaultValue={kind} aria-label="种类">
            <option value="station">{itemKinds.station}</option>
            <option value="fence">{itemKinds.fence}</option>
          </select>{" "}
          <input
            name="keyword"
            defaultValue={keyword}
            aria-label="名称、编号或首字母"
            placeholder="名称、编号或首字母"
          />{" "}
          <button className="button">查找</button>
        </form>
        {found.length === 50 && <p className="quiet">只列出前 50 个，请写得更具体。</p>}
        {keyword && found.length === 0 && <p className="quiet">没有找到“{keyword}”。</p>}
        <ul>
          {found.map(({ key, name, note }) => (
            <li key={key}>
              <a href={planUrl(record.packageUuid, kind, key)}>{name}</a> <span className="quiet">{note}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
