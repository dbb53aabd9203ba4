import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { fileFact } from "~/kit/room/record-file";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { deviceModelRoom } from "../room";
import { deviceModels } from "../room.server";

export const handle = screen({ title: recordTitle(deviceModelRoom) });
export const loader = page(deviceModelRoom.may.read, (call) => roomRecord(call, deviceModels));

export default function DeviceModel() {
  const { record: model, names } = useLoaderData<typeof loader>();
  const { words } = deviceModelRoom;
  const devices = { label: "使用中的设备", value: `${model.deviceCount} 台` };
  return (
    <RecordScreen
      room={deviceModelRoom}
      sections={[
        {
          title: "基本信息",
          facts: [
            ...factsOf(words, model, ["modelNum", "modelName", "factory", "protocol", "manufacturerId", "twoInOne"]),
            fileFact(deviceModelRoom, model, "protocolFile", names),
            devices,
            ...factsOf(words, model, ["support"], { wide: true }),
          ],
        },
        {
          title: "文件与语音",
          facts: factsOf(words, model, [
            "fileTransport",
            "noticeType",
            "packageFormat",
            "maxFileMb",
            "audioCodec",
            "sampleRate",
            "charset",
            "speaks",
          ]),
        },
        {
          title: "其他",
          facts: [...factsOf(words, model, ["tags", "sort"]), ...factsOf(words, model, ["remark"], { wide: true })],
        },
      ]}
    />
  );
}
