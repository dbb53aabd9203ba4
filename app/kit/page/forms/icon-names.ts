import type { Choice } from "./field";

const icons = {
  home: "主页",
  menu: "菜单",
  bus: "公交车",
  line: "线路",
  station: "站点",
  device: "设备",
  depot: "场站",
  fence: "围栏",
  map: "地图",
  person: "人员",
  organisation: "机构",
  dictionary: "字典",
  model: "型号",
  import: "导入",
  log: "日志",
  chart: "图表",
  task: "任务",
  voice: "语音",
  file: "文件",
  system: "系统",
  app: "应用",
  role: "角色",
  user: "用户",
  resource: "资源",
  module: "模块",
  parameter: "参数",
  attachment: "附件",
  issue: "下发",
  password: "密码",
  "sign-out": "退出",
  close: "关闭",
  more: "更多",
  down: "向下",
  external: "外部链接",
  hide: "隐藏",
  screen: "页面",
  search: "搜索",
  warning: "警告",
  monitor: "监控",
  portal: "门户",
  palette: "调色板",
} as const;

export type IconName = keyof typeof icons;

export const iconNames = Object.keys(icons) as IconName[];

export const iconChoices: Choice[] = iconNames.map((name) => ({ value: name, label: icons[name] }));
