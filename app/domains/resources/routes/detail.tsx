import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { reading } from "~/kernel/rooms/pages.server";
import { recordUrl } from "~/kernel/rooms/room";
import { factsOf } from "~/kernel/rooms/words";
import { RecordScreen, recordTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findResource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: recordTitle(resourceRoom) });
export const loader = page(may.read, (call) => reading(call, resourceRoom, may, findResource));

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
