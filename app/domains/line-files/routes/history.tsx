import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { historyOf } from "~/kit/data/db/history.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { HistoryScreen, screen } from "~/kit/page/screens";
import { versionNames } from "../audited.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { changeLabels, changeValue } from "../node-words";
import { may } from "../policy";

export const handle = screen({ title: (loaded: { title: string }) => `${loaded.title} 的修改历史` });

export const loader = page(may.read, async ({ viewer, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const changes = await historyOf(file.fileUuid);
  return {
    title: fileTitle(file),
    versions: await versionNames(),
    changes: changes.map((change) => ({ ...change, at: formatTime(change.at, settings().OPERATOR_TIME_ZONE) })),
  };
});

export default function FileHistory() {
  const { changes, versions } = useLoaderData<typeof loader>();
  return <HistoryScreen changes={changes} labels={changeLabels} show={changeValue(new Map(versions))} />;
}
