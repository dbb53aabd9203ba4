import { audioRoom } from "~/domains/audio-clips/room";
import { type MenuResource, place } from "~/kit/room/menu-place";

export const voiceMenu: MenuResource = {
  resourceName: "Voice",
  title: "语音",
  icon: "voice",
  screens: [place(audioRoom, "VoiceLibrary", "voice")],
};
