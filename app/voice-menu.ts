import { audioRoom } from "~/domains/audio-clips/room";
import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { tasksUrl } from "~/domains/issue-tasks/urls";
import { may as lineFiles } from "~/domains/line-files/policy";
import { filesUrl } from "~/domains/line-files/urls";
import { historyUrl } from "~/domains/line-files/file-history/urls";
import { voiceUrl } from "~/domains/line-files/voice/urls";
import { nodeTypeRoom } from "~/domains/node-types/room";
import { versionRoom } from "~/domains/voice-versions/room";
import { type MenuResource, placeInMenu, type ScreenResource } from "~/kit/room/menu-place";

const voice = (resourceName: string, title: string, path: string, icon: string): ScreenResource => ({
  resourceName,
  title,
  path,
  icon,
  permission: lineFiles.read,
  buttons: [],
});

export const voiceMenu: MenuResource = {
  resourceName: "Voice",
  title: "语音",
  icon: "voice",
  screens: [
    {
      resourceName: "FileManagement",
      title: "文件管理",
      path: filesUrl,
      icon: "voice-file",
      permission: lineFiles.read,
      buttons: [
        { permission: lineFiles.write, title: "编辑线路文件" },
        { permission: lineFiles.generate, title: "生成线路文件" },
        { permission: lineFiles.remove, title: "删除线路文件" },
      ],
    },
    voice("LineStationVoice", "线路站点语音", voiceUrl, "announce"),
    voice("LineStationVoiceHistory", "线路站点语音历史", historyUrl, "history"),
    placeInMenu(versionRoom, "PublicVoiceClass", "category"),
    placeInMenu(audioRoom, "VoiceLibrary", "music"),
    {
      resourceName: "NodeTypeDictionary",
      title: nodeTypeRoom.title,
      path: nodeTypeRoom.url,
      icon: "tags",
      permission: nodeTypeRoom.may.read,
      buttons: [{ permission: nodeTypeRoom.may.write, title: "编辑节点类型" }],
    },
    {
      resourceName: "IssueTask",
      title: "下发任务",
      path: tasksUrl,
      icon: "issue",
      permission: issueTasks.read,
      buttons: [
        { permission: issueTasks.write, title: "编辑下发任务" },
        { permission: issueTasks.start, title: "启动与暂停下发" },
        { permission: issueTasks.remove, title: "删除下发任务" },
      ],
    },
  ],
};
