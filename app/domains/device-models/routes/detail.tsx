import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findDeviceModel } from "../queries.server";
import { deviceModelRoom, deviceModelWords } from "../room";

export const handle = screen({ title: recordTitle(deviceModelRoom) });
export const loader = page(may.read, (call) => reading(call, deviceModelRoom, may, findDeviceModel));

export default function DeviceModel() {
  const { record: model } = useLoaderData<typeof loader>();
  const devices = { label: "使用中的设备", value: `${model.deviceCount} 台` };
  return (
    <RecordScreen
      room={deviceModelRoom}
      note={model.modelName}
      sections={[
        {
          title: "基本信息",
          facts: [
            ...factsOf(deviceModelWords, model, [
              "modelNum",
              "modelName",
              "factory",
              "protocol",
              "manufacturerId",
              "twoInOne",
            ]),
            devices,
            ...factsOf(deviceModelWords, model, ["support"], { wide: true }),
          ],
        },
        {
          title: "文件与语音",
          facts: factsOf(deviceModelWords, model, [
            "fileTransport",
            "noticeType",
            "packageFormat",
            "maxFileMb",
            "audioCodec",
            "sampleRate",
            "charset",
          ]),
        },
        {
          title: "其他",
          facts: [
            ...factsOf(deviceModelWords, model, ["tags", "sort"]),
            ...factsOf(deviceModelWords, model, ["remark"], { wide: true }),
          ],
        },
      ]}
    />
  );
}
