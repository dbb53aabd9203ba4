import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offerDepots } from "~/domains/depots/room.server";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { page } from "~/kit/page/http/page.server";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import { again, formDataOf, readForm, type RefusedForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { changeOnce, keyOfPost } from "~/kit/room/keyed-post.server";
import { loadNames } from "~/kit/room/names.server";
import { answerSearch, loadPicks, loadPostedPicks } from "~/kit/room/offers.server";
import { alsoTakenIn } from "~/kit/room/taken-fields.server";
import { ConflictScreen } from "~/kit/page/screens";
import { beginWith, directionsOf } from "../directions";
import { LineFields } from "../fields";
import { lineLabelsFor, shownValue } from "../labels";
import { lineRoom } from "../line-room";
import { lineScreen } from "../line-screen";
import { may } from "../policy";
import { createLine, requireLine, updateLine } from "../queries.server";
import { lineRecord } from "../records.server";
import { LineForm } from "../schema";
import { linesUrl, lineUrl } from "../urls";

export const handle = lineScreen({
  title: (loaded: { line: { lineName: string } | null }) => (loaded.line ? `编辑 ${loaded.line.lineName}` : "新增线路"),
});

const offers = { parkingUuid: offerDepots };

export const loader = page(may.write, async ({ viewer, params }) => {
  const line = params.lineUuid ? await requireLine(viewer, params.lineUuid) : null;
  const [picks, organisations, view, offered] = await Promise.all([
    loadPicks(viewer, offers, line),
    organisationChoices(viewer),
    readLineView(),
    offeredItems("lineType", "lineState"),
  ]);
  const begun = beginWith(view, line?.directions[0]!.direction);
  return { line, picks, organisations, offered, labels: lineLabelsFor(view), directions: directionsOf(1, begun) };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const form = await formDataOf(request);
  const search = await answerSearch(viewer, offers, form, LineForm);
  if (search) return search;
  const sent = await readForm(form, LineForm);
  const { lineUuid } = params;
  const refuse = async (reply: RefusedForm) =>
    again(await alsoTakenIn(reply, lineRecord, LineForm, form, lineUuid), {
      picks: await loadPostedPicks(viewer, offers, form),
    });
  if (sent.status !== "success") return refuse(sent);
  const { version, reason, ...values } = clearEmptyFields(LineForm, sent.value);
  const by = { ...viewer, reason: reason ?? undefined };
  const saved = await (lineUuid
    ? changeOnce((known) => updateLine(by, lineUuid, values, known), version)
    : attempt(async () => createLine(by, { ...values, lineUuid: await keyOfPost(viewer, form) })));
  const conflict = saved.ok ? undefined : saved.problem.conflict;
  if (conflict) {
    const names = await loadNames(viewer, lineRoom.refers, [conflict.original, conflict.mine, conflict.theirs]);
    return data({ conflict, names }, { status: 409 });
  }
  if (!saved.ok) return refuse(refused(sent, saved.problem));
  const url = lineUrl(saved.value);
  const next = lineUuid ? undefined : { label: "下一步：编辑站点", href: `${url}/stations` };
  return redirectWith(request, `已保存线路 ${saved.value.lineName}`, url, "success", next);
});

export default function EditLine() {
  const { line, picks, organisations, offered, labels, directions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = line ? lineUrl(line) : linesUrl;
  if (answer && "conflict" in answer)
    return (
      <ConflictScreen
        {...answer.conflict}
        labels={labels}
        show={(name, value) => shownValue(name, value, answer.names)}
        cancelTo={back}
      />
    );
  return (
    <LineFields
      line={line}
      organisations={organisations}
      depots={(answer?.picks ?? picks).parkingUuid!}
      directions={directions}
      offered={offered}
      reply={answer?.reply}
      cancelTo={back}
    />
  );
}
