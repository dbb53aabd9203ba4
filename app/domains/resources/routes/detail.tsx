import { useLoaderData } from "@remix-run/react";
import { whyClosed } from "~/kit/data/access/home.server";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { resourceRoom } from "../room";
import { resources } from "../room.server";

export const handle = screen({ title: recordTitle(resourceRoom) });
export const loader = page(resourceRoom.may.read, (call) =>
  roomRecord(call, resources, async (_viewer, record) => ({ closed: whyClosed(record) !== undefined })),
);

export default function Resource() {
  const { record, names, may, closed } = useLoaderData<typeof loader>();
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
    >
      {closed && (
        <p className="notice warn">
          菜单中打不开此链接：地址不是 http:// 或 https:// 开头，要接在服务器设置 EXTERNAL_BASE_URL 之后，而它没有设置。
        </p>
      )}
    </RecordScreen>
  );
}
