import { useLoaderData } from "@remix-run/react";
import { readLineView } from "~/domains/parameters/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { dayIn } from "~/kit/page/http/as-of";
import { HistoryScreen } from "~/kit/page/screens";
import { loadNames } from "~/kit/room/names.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { lineLabelsFor, shownValue, versionLabels } from "~/domains/lines/labels";
import { lineRoom } from "~/domains/lines/line-room";
import { lineScreen } from "~/domains/lines/line-screen";
import { paramText } from "../params/params-in-words";
import { paramLabels } from "../params/schema";
import { may } from "~/domains/lines/policy";
import { type LineChange, lineHistory } from "../queries.server";
import { requireLine } from "~/domains/lines/queries.server";
import { lineUrl, queryText } from "~/domains/lines/urls";
import { asTheyStood } from "../changes/as-they-stood.server";
import { changeInWords } from "../changes/history-words";

export const handle = lineScreen({
  title: (loaded: { line: { lineName: string } }) => `${loaded.line.lineName} 的修改历史`,
});

export const loader = page(may.read, async ({ viewer, params, url }) => {
  const line = await requireLine(viewer, params.lineUuid!);
  const mayWrite = allows(viewer, may.write);
  const [changes, view] = await Promise.all([
    lineHistory(viewer, line.lineUuid, dayIn(url, "to")).then(asTheyStood),
    readLineView(),
  ]);
  const sides = changes.flatMap(({ before, after }) => [before, after]);
  return {
    line,
    view,
    changes: changes.map((change) => ({
      ...changeInWords(change, line.lineType, view),
      link: change.part === "version" && mayWrite ? wayBack(line.lineUuid, change) : undefined,
      at: formatTime(change.at, settings().OPERATOR_TIME_ZONE),
    })),
    names: await loadNames(viewer, lineRoom.refers, sides),
  };
});

export default function LineHistory() {
  const { line, view, changes, names } = useLoaderData<typeof loader>();
  return (
    <HistoryScreen
      changes={changes}
      labels={{ ...lineLabelsFor(view), ...paramLabels, ...versionLabels }}
      show={(name, value) =>
        name in paramLabels ? paramText(name, value, line.lineType, view) || "（空）" : shownValue(name, value, names)
      }
    />
  );
}

/** A version can be taken up again as it was after a change, or as it was when it was deleted. */
function wayBack(
  lineUuid: string,
  { historyId, action, sortType, classifySid }: LineChange,
): { label: string; href: string } {
  const query = { classify: sortType === 1 ? null : classifySid, history: historyId };
  return {
    label: action === "delete" ? "恢复到删除之前" : "恢复到这次修改之后",
    href: `${lineUrl({ lineUuid })}/versions/plan${queryText(query)}`,
  };
}
