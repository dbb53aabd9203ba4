import { type Share, ShareBar } from "~/kit/page/tables/share-bar";
import type { Counts } from "./rows";

const countParts = [
  { name: "effective", label: "已生效", look: "good" },
  { name: "done", label: "已完成", look: "accent" },
  { name: "running", label: "执行中", look: "warn" },
  { name: "waiting", label: "未执行", look: "quiet" },
  { name: "failed", label: "失败", look: "bad" },
  { name: "cancelled", label: "已取消", look: "faint" },
] as const;

/** How many vehicles stand in which state. */
export function CountsBar({ counts }: { counts: Counts }) {
  const shares = countParts.map(({ name, label, look }): Share => ({ label, look, count: counts[name] }));
  return <ShareBar shares={shares} empty="没有车辆" />;
}
