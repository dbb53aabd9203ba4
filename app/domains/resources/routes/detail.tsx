import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { resourceRoom } from "../room";
import { resources } from "../room.server";

export const handle = screen({ title: recordTitle(resourceRoom) });
export const loader = page(resourceRoom.may.read, (call) => roomRecord(call, resources));

export default function Resource() {
  const { record, names, may } = useLoaderData<typeof loader>();
  const facts = factsOf(
    resourceRoom.words,
    record,
    [
      "title",
      "type",
      "appId",
      "pid",
      "resourceName",
      "permissionCode",
      "moduleId",
      "icon",
      "isHome",
      "noCache",
      "resourceSort",
      "enabled",
      "roleCount",
    ],
    { names },
  );
  return (
    <RecordScreen
      room={resourceRoom}
      note={record.resourceName}
      actions={
        <>
          <a className="button" href={`${resourceRoom.url}?appId=${record.appId}&open=${record.resourceId}`}>
            在资源树中查看
          </a>
          {may.write && (
            <a className="button" href={`${recordUrl(resourceRoom, record)}/copy`}>
              复制
            </a>
          )}
        </>
      }
      sections={[
        { title: "基本信息", facts: [...facts, ...factsOf(resourceRoom.words, record, ["path"], { wide: true })] },
      ]}
    />
  );
}
