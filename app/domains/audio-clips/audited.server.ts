import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { audioRoom, audioUses } from "./room";

const labels = { typeName: "类型名称", use: "用途", sort: "排序", isValid: "启用" };

/** Kinds of clips are edited together and have no page of their own. */
export const auditedTypes: AuditedRoom = {
  room: "audio-types",
  label: "音频类型",
  read: audioRoom.may.read,
  tell: (_viewer, changes) =>
    Promise.resolve(
      changes.map((change) => ({
        title: String((change.after ?? change.before)?.typeName ?? ""),
        living: change.after !== null,
        href: change.after ? `${audioRoom.url}/audio-types` : undefined,
        differences: differencesOf(change, labels, show),
      })),
    ),
};

function show(name: string, value: unknown): string {
  if (name === "use") return audioUses.find((one) => one.value === value)?.label ?? "";
  return name === "isValid" ? (value ? "启用" : "停用") : String(value ?? "（空）");
}
