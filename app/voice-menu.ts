import { nodeTypeRoom } from "~/domains/node-types/room";
import { versionRoom } from "~/domains/voice-versions/room";
import { type MenuResource, place } from "~/kit/room/menu-place";

export const voiceMenu: MenuResource = {
  resourceName: "Voice",
  title: "语音",
  icon: "voice",
  screens: [
    place(versionRoom, "PublicVoiceClass", "voice"),
    {
      ...{ resourceName: "NodeTypeDictionary", title: nodeTypeRoom.title, path: nodeTypeRoom.url, icon: "voice" },
      permission: nodeTypeRoom.may.read,
      buttons: [{ permission: nodeTypeRoom.may.write, title: "编辑节点类型" }],
    },
  ],
};
