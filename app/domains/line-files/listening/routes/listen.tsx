import { useActionData, useLoaderData } from "@remix-run/react";
import { requireLine } from "~/domains/lines/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { OnceField } from "~/kit/page/forms/once";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { fileTitle, requireFileOf } from "../../file-page.server";
import { may } from "../../policy";
import { fileUrl, soundOfFileUrl } from "../../urls";
import { voicePage } from "../../voice/urls";
import { HeardForm } from "../heard-form";
import { hearingsOf, mustBeHeard, sayHeard } from "../hearings.server";
import { hearingTable, nameParts } from "../hearing-table";
import { durationWords } from "~/transit/sound/duration-words";
import { loadParts } from "../load-parts.server";
import { secondsOf } from "../parts";
import styles from "../listening.module.css";

export const handle = screen({ title: (loaded: { title: string }) => `试听 ${loaded.title}` });

export const loader = page(may.read, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const [{ parts, changed, since }, hearings, { directions }, isAsked] = await Promise.all([
    loadParts(viewer, file.fileUuid),
    hearingsOf(file.fileUuid),
    requireLine(viewer, file.lineUuid),
    mustBeHeard(),
  ]);
  const label = nameParts(directions);
  const shown = [...(changed && changed.announcements.length > 0 ? [changed] : []), ...parts];
  return {
    file,
    title: fileTitle(file),
    since,
    isUnchanged: changed?.announcements.length === 0,
    total: durationWords(1000 * secondsOf(parts)),
    openedAt: Date.now(),
    isAsked,
    parts: shown.map(({ key, direction, announcements, seconds }) => ({
      key,
      direction,
      label: label(key),
      count: announcements.length,
      length: durationWords(1000 * seconds),
      silent: [...new Set(announcements.flatMap((one) => one.silent))],
      hasSound: announcements.some(({ clips }) => clips.length > 0),
    })),
    hearings: hearings.map((one) => ({
      ...one,
      at: formatTime(new Date(one.at), settings().OPERATOR_TIME_ZONE),
      heard: one.parts.map(label).join("、"),
    })),
    maySay: allows(viewer, may.write) && file.state > 0 && file.state < 3,
  };
});

export const action = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const sent = await readForm(request, HeardForm);
  if (sent.status !== "success") return again(sent);
  const { parts, because: reason = null, openedAt } = sent.value;
  const done = await attempt(() => sayHeard(viewer, file.fileUuid, { parts, reason, openedAt }));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, `已记下您对 ${fileTitle(file)} 的试听`, fileUrl(file));
});

export default function Listen() {
  const { file, parts, since, isUnchanged, total, openedAt, isAsked, hearings, maySay } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const typed = reply?.initialValue as { parts?: string | string[]; because?: string; openedAt?: string } | undefined;
  const errors = Object.values(reply?.error ?? {}).flatMap((words) => words ?? []);
  const ticked = [typed?.parts ?? []].flat();
  return (
    <>
      <Heading note={`共 ${total}`}>
        <a className="button" href={voicePage(file, "trip", parts[0]?.direction ?? 1)}>
          在地图上逐站试听
        </a>
        <a className="button" href={fileUrl(file)}>
          返回线路文件
        </a>
      </Heading>
      {errors.length > 0 && (
        <p className="notice bad" role="alert" tabIndex={-1} autoFocus>
          没有记下：{errors.join("；")}
        </p>
      )}
      {since && (
        <p className="notice">
          {isUnchanged
            ? `和已听过的 ${since} 版相比，报站的声音没有变化，不用再听，直接记下即可。`
            : `和已听过的 ${since} 版相比，只有“有变化的报站”是新的：听过这一部分就算听过全部。`}
        </p>
      )}
      <form method="post">
        <OnceField />
        <input type="hidden" name="openedAt" value={typed?.openedAt ?? openedAt} />
        <Section title="连起来听">
          {parts.length === 0 ? (
            <p className="quiet">这个文件里没有要播报的内容。</p>
          ) : (
            <ol className={styles.parts} aria-label="线路文件的各部分">
              {parts.map(({ key, label, count, length, silent, hasSound }) => (
                <li key={key}>
                  <label className={styles.part}>
                    {maySay && <input type="checkbox" name="parts" value={key} defaultChecked={ticked.includes(key)} />}
                    {label}
                  </label>
                  <span className={styles.length}>
                    {count} 次，{length}
                  </span>
                  {hasSound ? (
                    <audio
                      controls
                      preload="none"
                      className={styles.player}
                      src={soundOfFileUrl(file, key)}
                      aria-label={`播放${label}`}
                    />
                  ) : (
                    <span className="quiet">没有声音</span>
                  )}
                  {silent.length > 0 && (
                    <details className={styles.silent}>
                      <summary>{silent.length} 个名称或词语还没有声音</summary>
                      {silent.join("、")}
                    </details>
                  )}
                </li>
              ))}
            </ol>
          )}
          {maySay && parts.length > 0 && <p className="quiet">听完一部分，勾上它。</p>}
          {maySay && (
            <p className={styles.say}>
              <label>
                没有全部听的原因{" "}
                <input
                  name="because"
                  defaultValue={typed?.because}
                  maxLength={200}
                  autoComplete="off"
                  aria-invalid={reply?.error?.because ? true : undefined}
                  placeholder="例如：外音和上一版相同"
                />
              </label>
              <button className="button primary">记下我听过了</button>
            </p>
          )}
        </Section>
      </form>
      {file.state === 0 && <p className="quiet">这是草稿：可以先听，生成以后再记下谁听过。</p>}
      {file.state > 0 && (
        <Section title="谁听过">
          <PlainTable
            table={hearingTable}
            rows={hearings}
            caption="谁听过这个线路文件"
            empty={isAsked ? "还没有人听过：有人听过，或写明不听的原因以后，才能下发。" : "还没有人听过。"}
          />
        </Section>
      )}
    </>
  );
}
