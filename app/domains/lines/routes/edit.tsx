import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { page } from "~/kit/page/http/page.server";
import { clearEmptyFields } from "~/kit/page/forms/clear-empty-fields";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { changeOnce, keyOfPost } from "~/kit/room/keyed-post.server";
import { alsoTakenIn } from "~/kit/room/taken-fields.server";
import { ConflictScreen } from "~/kit/page/screens";
import { beginWith, directionsOf } from "../directions";
import { LineFields } from "../fields";
import { lineLabelsFor, shownValue } from "../labels";
import { lineScreen } from "../line-screen";
import { may } from "../policy";
import { createLine, requireLine, updateLine } from "../queries.server";
import { lineRecord } from "../records.server";
import { LineForm } from "../schema";
import { linesUrl, lineUrl } from "../urls";

export const handle = lineScreen({
  title: (loaded: { line: { lineName: string } | null }) => (loaded.line ? `编辑 ${loaded.line.lineName}` : "新增线路"),
});

export const loader = page(may.write, async ({ viewer, params }) => {
  const [line, organisations, view, offered] = await Promise.all([
    params.lineUuid ? requireLine(viewer, params.lineUuid) : null,
    organisationChoices(viewer),
    readLineView(),
    offeredItems("lineType", "lineState"),
  ]);
  const begun = beginWith(view, line?.directions[0]!.direction);
  return { line, organisations, offered, labels: lineLabelsFor(view), directions: directionsOf(1, begun) };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const form = await formDataOf(request);
  const sent = await readForm(form, LineForm);
  const { lineUuid } = params;
  if (sent.status !== "success") return again(await alsoTakenIn(sent, lineRecord, LineForm, form, lineUuid));
  const { version, reason, ...values } = clearEmptyFields(LineForm, sent.value);
  const by = { ...viewer, reason: reason ?? undefined };
  const saved = await (lineUuid
    ? changeOnce((known) => updateLine(by, lineUuid, values, known), version)
    : attempt(async () => createLine(by, { ...values, lineUuid: await keyOfPost(viewer, form) })));
  if (!saved.ok && saved.problem.conflict) return data({ conflict: saved.problem.conflict }, { status: 409 });
  if (!saved.ok) return again(await alsoTakenIn(refused(sent, saved.problem), lineRecord, LineForm, form, lineUuid));
  return redirectWith(request, `已保存线路 ${saved.value.lineName}`, lineUrl(saved.value));
});

export default function EditLine() {
  const { line, organisations, offered, labels, directions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = line ? lineUrl(line) : linesUrl;
  const names = new Map(organisations.map(({ value, label }) => [value, label]));
  if (answer && "conflict" in answer)
    return (
      <ConflictScreen
        {...answer.conflict}
        labels={labels}
        show={(name, value) => shownValue(name, value, names)}
        cancelTo={back}
      />
    );
  return (
    <LineFields
      line={line}
      organisations={organisations}
      directions={directions}
      offered={offered}
      reply={answer?.reply}
      cancelTo={back}
    />
  );
}
