import { ownSummaries } from "~/call-words";
import { lineSummaries } from "~/line-call-words";

/** What a call does, in a few words. */
export function summaryOf(path: string): string {
  const at = path.lastIndexOf("/");
  const [subject, verb] = [subjects[path.slice(0, at)], verbs[path.slice(at + 1)]];
  return ownSummaries[path] ?? lineSummaries[path] ?? (subject && verb ? verb(subject) : "");
}

/** What calls are about, by the first part of their path. */
const subjects: Record<string, string> = {
  "/api/app/v1.0": "应用",
  "/api/base/parking/info": "场站",
  "/api/baseJobExecLog/v1.0": "系统任务日志",
  "/api/baseLoginLog/v1.0": "登录日志",
  "/api/baseReqLog/v1.0": "功能访问日志",
  "/api/bus/model/v1.0": "车辆型号",
  "/api/bus/v1.0": "车辆",
  "/api/change-package/v1.0": "变更包",
  "/api/code/sys/info": "字典",
  "/api/dev/model/v1.0": "设备型号",
  "/api/dev/v1.0": "设备",
  "/api/electricFence/v1.0": "电子围栏",
  "/api/fence/v1.0": "电子围栏",
  "/api/fence/v1.0/waitingArea": "待车区",
  "/api/line/classify/v1.0": "线路分类",
  "/api/line/file/audio/info": "语音库的语音",
  "/api/line/file/info": "线路文件",
  "/api/line/file/node/audio/link": "节点的语音",
  "/api/line/file/node/info": "线路文件的节点",
  "/api/line/file/node/txt/link": "节点的文本",
  "/api/line/file/node/type": "节点类型",
  "/api/line/file/version/audio/link": "公共语音版本的语音",
  "/api/line/file/version/info": "公共语音版本",
  "/api/line/file/version/txt/link": "公共语音版本的文本",
  "/api/line-import/v1.0": "线路文件导入",
  "/api/line/v1.0": "线路",
  "/api/map-import/v1.0": "地图数据导入",
  "/api/mavenProject/v1.0": "模块",
  "/api/node/type/column/v1.0": "节点类型的列",
  "/api/org/v1.0": "机构",
  "/api/paramsConfig/v1.0": "参数",
  "/api/person/v1.0": "人员",
  "/api/post/v1.0": "岗位",
  "/api/resource/v1.0": "资源",
  "/api/role/v1.0": "角色",
  "/api/sta/v1.0": "站点",
  "/api/station-import/v1.0": "线路站点导入",
  "/api/sys-attachment-file": "附件",
  "/api/sys-attachment-file/v1.0": "附件",
  "/api/sys/excel/log": "导入导出记录",
  "/api/updateLog/v1.0": "更新日志",
  "/api/user/v1.0": "用户",
  "/api/weather/v1.0": "天气",
  "/line-file-audio-type": "语音用途",
  "/line-file-catalog/v1.0": "文件目录",
  "/line-file-multi-info": "多媒体文件",
  "/line-file-multi-info/v1.0": "多媒体文件",
  "/line-file-multi-task": "下发任务",
  "/line-file-multi-task-detail": "下发明细",
  "/node/audio/link": "节点的语音",
  "/node/txt/link": "节点的文本",
};

/** What a last part means of any subject. */
const verbs: Record<string, (subject: string) => string> = {
  pageList: (subject) => `分页查询${subject}`,
  list: (subject) => `查询${subject}，不分页`,
  detail: (subject) => `查询一条${subject}`,
  add: (subject) => `新增${subject}`,
  update: (subject) => `修改${subject}`,
  delete: (subject) => `删除${subject}`,
  removeByIds: (subject) => `按主键删除${subject}`,
  restore: (subject) => `从回收站恢复${subject}`,
  addBatch: (subject) => `批量新增${subject}`,
  batchAdd: (subject) => `批量新增${subject}`,
  updateBatch: (subject) => `批量修改${subject}`,
  validBatch: (subject) => `批量检查${subject}，不保存`,
  keysByCodes: (subject) => `按编号查${subject}的主键`,
  upload: (subject) => `上传${subject}`,
};
