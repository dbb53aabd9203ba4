/** Kinds of pages, by what makes them quick or slow in a browser. */
export const pageKinds = {
  home: "首页",
  list: "列表",
  record: "详情",
  form: "表单",
  map: "带地图的页面",
  chart: "带图表的页面",
} as const;
export type PageKind = keyof typeof pageKinds;
