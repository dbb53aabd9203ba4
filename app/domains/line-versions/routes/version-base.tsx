import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { readForm, refusedConfirm } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, Section } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { draftInWords } from "~/domains/lines/choices";
import { noteOf } from "~/domains/lines/labels";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { baseChange, takeOver } from "../queries.server";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { BaseForm } from "../schema";
import styles from "../screens/versions.module.css";

export const handle = lineScreenFor("底稿的变化");

export const loader = page(may.write, async ({ viewer, request, url, params }) => {
  const { variant, draft, change } = await baseChange(viewer, variantAsked(url, params));
  const { versionUuid, version, plannedFor } = draft;
  if (!change)
    throw await redirectWith(
      request,
      "草稿的底稿没有变化",
      variantUrl(variant, "", { version: versionUuid }),
      "warning",
    );
  const changedAt = formatTime(change.ground!.updatedAt, settings().OPERATOR_TIME_ZONE);
  return { variant, draft: { versionUuid, version, named: draftInWords(plannedFor) }, change, changedAt };
});

export const action = page(may.write, async ({ viewer, request, params, url }) => {
  const sent = await readForm(request, BaseForm);
  if (sent.status !== "success") return data({ error: "请为每一项选择一方，修改原因最多 255 个字" }, { status: 422 });
  const asked = variantAsked(url, params);
  const done = await attempt(() => takeOver(viewer, asked, sent.value));
  if (!done.ok) return refusedConfirm(done.problem, "请核对下面最新的内容");
  return redirectWith(request, "已按选择合并到草稿", variantUrl(done.value, "", { version: asked.versionUuid }));
});

export default function DraftBase() {
  const { variant, draft, change, changedAt } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { ground, directions, params } = change;
  const describe = (changed: boolean) => (changed ? "有改动" : "");
  const rows = [
    ...directions.map(({ direction, directionName, mine, theirs, both }) => ({
      name: `take${direction}`,
      label: directionName,
      mine,
      theirs,
      both,
    })),
    { name: "takeParams", label: "运行参数", mine: describe(params.mine), theirs: describe(params.theirs), both: null },
  ].filter(({ mine, theirs }) => mine || theirs);
  return (
    <>
      <Heading note={noteOf(variant, draft.named)} />
      <Section title="逐项选择要留在草稿里的内容">
        {answer && (
          <p role="alert" className="notice bad">
            {answer.error}
          </p>
        )}
        <p className="notice warn">
          这份草稿开始修改之后，{ground!.updatedByName ?? "系统"}在 {changedAt} 使另一个版本（{ground!.validFrom}{" "}
          起）生效。若不处理，草稿生效时会覆盖这些变化。
        </p>
        <form method="post">
          <OnceField />
          <input type="hidden" name="version" value={draft.version} />
          <table className={styles.sides}>
            <caption className="unseen">草稿与新底稿的不同</caption>
            <thead>
              <tr>
                <th scope="col">内容</th>
                <th scope="col">草稿里的修改</th>
                <th scope="col">现在的版本里的修改</th>
                <th scope="col">两边都要</th>
                <th scope="col">都不要</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, label, mine, theirs, both }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <Side name={name} side="mine" words={mine} chosen={both === null && (mine !== "" || theirs === "")} />
                  <Side name={name} side="theirs" words={theirs} chosen={mine === "" && theirs !== ""} />
                  {both === null ? (
                    <td className="quiet">{mine && theirs ? "两边改了同一处，请选一方" : "—"}</td>
                  ) : (
                    <Side name={name} side="both" words={both} chosen />
                  )}
                  <Side name={name} side="base" words="回到开始修改时的内容" />
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <label>
              修改原因 <input name="reason" maxLength={255} size={40} autoComplete="off" />
            </label>
          </p>
          <p>
            <button className="button primary">按选择合并</button>{" "}
            <a className="button" href={variantUrl(variant, "", { version: draft.versionUuid })}>
              暂不处理
            </a>
          </p>
        </form>
      </Section>
    </>
  );
}

function Side({ name, side, words, chosen }: { name: string; side: string; words: string; chosen?: boolean }) {
  return (
    <td>
      <label>
        <input type="radio" name={name} value={side} defaultChecked={chosen} />
        <span>{words || "没有修改"}</span>
      </label>
    </td>
  );
}
