import type { ShapeColumns } from "~/transit/geo/shape";
import { shapeFaults } from "~/transit/geo/shape-faults";

interface Fence extends ShapeColumns {
  ownerType?: string | null;
  ownerUuid?: string | null;
  ruleType?: number | null;
  limitSpeed?: number | null;
  stopMinutes?: number | null;
  beginDate?: string | null;
  endDate?: string | null;
  scopeAll?: boolean;
  busUuids?: readonly string[];
  lineUuids?: readonly string[];
}

export function faultsOfFence(fence: Fence): { path: string; message: string }[] {
  const {
    ownerType,
    ownerUuid,
    ruleType,
    limitSpeed,
    stopMinutes,
    beginDate,
    endDate,
    scopeAll = true,
    busUuids = [],
    lineUuids = [],
  } = fence;
  const faults: { path: string; message: string }[] = [...shapeFaults(fence)];
  const wrong = (path: string, message: string) => faults.push({ path, message });
  if (ownerType && !ownerUuid) wrong("ownerUuid", "请输入关联对象的编号或名称，或把关联类型留空");
  if (ownerUuid && !ownerType) wrong("ownerType", "请选择关联类型");
  if (ruleType === 30 && !limitSpeed) wrong("limitSpeed", "限速规则请输入限速（5 到 120 公里/时）");
  if (ruleType === 40 && !stopMinutes) wrong("stopMinutes", "停车超时规则请输入停车时长（1 到 1440 分钟）");
  if (beginDate && endDate && beginDate > endDate) wrong("endDate", "结束日期不能早于开始日期");
  if (!scopeAll && busUuids.length + lineUuids.length === 0)
    wrong("busUuids", "请至少选择一条线路或填写一辆车，或勾选“适用于全部车辆”");
  return faults;
}
