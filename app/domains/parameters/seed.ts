export interface SeededParameter {
  scope: "sys" | "ops";
  paramName: string;
  paramValue: string;
  paramType: "number" | "text" | "boolean" | "coordinate" | "time";
  minimum?: number;
  maximum?: number;
  title: string;
  remark: string;
  /** What its numbers mean; a parameter with choices takes no other value. */
  choices?: readonly { value: string; label: string }[];
}

/** Parameters that the program reads, with their first values; scope sys is read by paramName, ops by spCode. */
export const seededParameters: readonly SeededParameter[] = [
  {
    scope: "sys",
    paramName: "direction.reverse",
    paramValue: "0",
    paramType: "boolean",
    title: "上下行方向互换",
    remark: "1：列表、详情、选择器与接口中上下行互换",
  },
  {
    scope: "sys",
    paramName: "city_coord",
    paramValue: "116.38,39.87",
    paramType: "coordinate",
    title: "城市中心坐标",
    remark: "经度,纬度（WGS84）；没有设置 D008 时的地图中心",
  },
  {
    scope: "sys",
    paramName: "line.version.check",
    paramValue: "0",
    paramType: "boolean",
    title: "线路版本需他人审核",
    remark: "1：线路版本由另一人审核后才能生效",
  },
  {
    scope: "sys",
    paramName: "line.file.listen",
    paramValue: "1",
    paramType: "boolean",
    title: "线路文件下发前要试听",
    remark: "1：有人听过线路文件，或写明不听的原因，才能下发",
  },
  {
    scope: "sys",
    paramName: "issue.task.check",
    paramValue: "0",
    paramType: "boolean",
    title: "下发任务需他人审核",
    remark: "1：下发任务由另一人审核后才能启动",
  },
  {
    scope: "ops",
    paramName: "D008",
    paramValue: "116.38,39.87",
    paramType: "coordinate",
    title: "地图中心",
    remark: "经度,纬度（WGS84）；留空则用城市中心坐标 city_coord",
  },
  {
    scope: "ops",
    paramName: "D009",
    paramValue: "1",
    paramType: "boolean",
    title: "显示首页按钮",
    remark: "1：页头显示首页按钮",
  },
  {
    scope: "ops",
    paramName: "D010",
    paramValue: "0",
    paramType: "boolean",
    title: "车辆显示型号",
    remark: "1：车辆标签显示型号",
  },
  {
    scope: "ops",
    paramName: "D011",
    paramValue: "0",
    paramType: "number",
    minimum: 0,
    maximum: 1440,
    title: "工作日延长时间",
    remark: "分钟；工作日期 = 当前时间减去这个时长",
  },
  {
    scope: "ops",
    paramName: "D016",
    paramValue: "1",
    paramType: "boolean",
    title: "显示站间距",
    remark: "1：线路站点表与地图显示站间距",
  },
  {
    scope: "ops",
    paramName: "S013",
    paramValue: "1",
    paramType: "number",
    minimum: 1,
    maximum: 2,
    title: "始发方向",
    remark: "1 上行，2 下行：先显示哪个方向",
    choices: [
      { value: "1", label: "上行" },
      { value: "2", label: "下行" },
    ],
  },
  {
    scope: "ops",
    paramName: "S014",
    paramValue: "1",
    paramType: "number",
    minimum: 1,
    maximum: 2,
    title: "里程类型",
    remark: "1 按路径计算，2 按申报值",
    choices: [
      { value: "1", label: "按路径计算" },
      { value: "2", label: "按申报值" },
    ],
  },
];

export const seededParameter = (scope: string, paramName: string) =>
  seededParameters.find((one) => one.scope === scope && one.paramName === paramName);
