export const plateColors = [
  { value: 1, label: "蓝" },
  { value: 2, label: "黄" },
  { value: 3, label: "黑" },
  { value: 4, label: "白" },
  { value: 5, label: "绿" },
  { value: 9, label: "其他" },
] as const;

export const scrapped = 100;
export const busStates = [
  { value: 0, label: "正常" },
  { value: 10, label: "维修" },
  { value: 20, label: "扣车" },
  { value: scrapped, label: "报废" },
] as const;

export const floorTypes = [
  { value: 1, label: "低地板" },
  { value: 2, label: "低入口" },
  { value: 3, label: "普通地板" },
] as const;

export const busSources = [
  { value: 0, label: "购买" },
  { value: 1, label: "租赁" },
] as const;

/** Types of energy: battery, and battery with overhead wires. */
const electric = [5, 8];
export const hasTank = (energyType: number | undefined) => energyType === undefined || !electric.includes(energyType);
