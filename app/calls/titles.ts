import type { z } from "zod";
import { changeLabels as nodeLabels } from "~/domains/line-files/node-words";
import { variantRoom } from "~/domains/line-variants/room";
import { paramLabels } from "~/domains/line-versions/params/schema";
import { lineLabels } from "~/domains/lines/labels";
import { LineRow } from "~/domains/lines/schema";
import { lineTable } from "~/domains/lines/table";
import type { Table } from "~/kit/page/tables/define-table";
import { rooms } from "~/rooms";

type Labels = Record<string, string>;

/** What the lists of a room ask for, and show of its rows; what is searched for goes by its general name. */
function tableLabels({ columns, filterFields }: Pick<Table<never, never>, "columns" | "filterFields">, row: z.ZodType) {
  const { shape = {} } = row as Partial<z.ZodObject>;
  const shown = columns.filter(({ id }) => id in shape).map(({ id, header }): [string, string] => [id, header]);
  const asked = (filterFields as { name: string; label: string }[]).map(({ name, label }) => [name, label]);
  const { keyword: _, ...labels } = Object.fromEntries([...asked, ...shown]) as Labels;
  return labels;
}

const keyLabels: Labels = Object.fromEntries(rooms.map(({ room }) => [room.key, `${room.noun}主键`]));

const byFamily = new Map<string, Labels>([
  ...rooms.flatMap(({ room, table, calls }) => {
    const labels = { ...tableLabels(table, room.Row), ...room.words.labels, [room.key]: keyLabels[room.key]! };
    return calls.map(({ prefix }): [string, Labels] => [prefix, labels]);
  }),
  ["/api/line/classify/v1.0", variantRoom.words.labels],
  ["/api/line/file/node/info", nodeLabels],
  ["/api/line/v1.0", { ...paramLabels, ...tableLabels(lineTable, LineRow), ...lineLabels }],
]);

export const fieldTitles = {
  inRoom: (path: string, name: string) => byFamily.get(path.slice(0, path.lastIndexOf("/")))?.[name],
  anywhere: (path: string, name: string): string | undefined =>
    otherWords[path.slice(0, path.lastIndexOf("/"))]?.[name] ?? fieldWords[name] ?? keyLabels[name],
};

/** What fields of calls are called whose names no room says: those that mean the same everywhere. */
const fieldWords = readPairs(`
  keyword 关键字 | pageNum 页码 | pageSize 每页条数 | sortField 排序字段 | sortOrder 排序方向 | list 记录列表
  version 版本号 | reason 修改原因 | remark 备注 | ids 主键列表 | codes 编号列表 | verb 检查的操作 | onError 有错时
  path 路径 | asOf 日期 | from 从 | to 到 | day 日期 | days 天数
  state 状态 | order 顺序 | sort 排序
  name 名称 | text 文字 | texts 文字列表 | type 类型 | kind 种类 | source 来源 | code 代码 | language 语言 | items 内容列表

  newOrgName 新机构名称 | orgId 机构主键 | orgIds 机构主键列表 | busUuids 车辆主键列表 | lineUuid 线路主键 | lineUuids 线路主键列表 | staUuid 站点主键
  classifySid 线路分类主键 | mainUuid 所属线路 | versionUuid 版本主键 | versionUuids 版本主键列表 | modelUuid 型号主键 | standbyUuid 备用站点主键
  replacesUuid 替换的站点主键 | personUuids 人员主键列表 | deviceUuids 设备主键列表 | roleIds 角色主键列表 | userIds 用户主键列表 | resourceIds 资源主键列表
  pid 上级主键 | fileUuid 文件主键 | fileUuids 文件主键列表 | multiUuid 多媒体文件主键 | catalogUuid 目录主键 | taskUuid 下发任务主键
  detailUuid 下发明细主键 | nodeUuid 节点主键 | nodeTypeUuid 节点类型主键 | columnUuid 列主键 | linkUuid 关联主键 | importUuid 导入主键 | itemUuid 变更项主键
  door 导入的类别 | isSkipped 不导入 | whom 用于 | planId 记住的表格的主键 | sourceUuid 来源主键 | ticks 确认的存疑站点 | allTicks 全部存疑站点都确认
  whiteUuid 白名单主键 | bindUuid 绑定对象主键 | bindType 绑定对象类型 | captchaId 验证码主键 | keyId 公钥主键

  lng 经度 | lat 纬度 | minLng 最小经度 | maxLng 最大经度 | minLat 最小纬度 | maxLat 最大纬度 | radius 半径（米） | azimuth 方位角（度） | coords 坐标
  outline 边界 | crs 坐标系 | distance 距起点（公里） | position 位置

  direction 方向 | directions 各方向 | serial 站序 | staType 站点类型 | stationList 站点列表
  inRadius 进站半径（米） | outRadius 出站半径（米） | dwell 停站时间（秒） | duration 行驶时间（秒） | limitSpeed 限速（公里/时） | isKey 大站 | isTimed 考核点
  alias 报站名 | aliasEn 英文报站名 | fareStage 计价段 | vias 途经点 | freeHand 手绘路段 | gap 站间序号 | gaps 站间序号列表 | sortType 主副分类
  validFrom 生效日期 | effectiveTime 生效日期 | restoreOn 恢复日期 | plannedFor 计划生效日期 | publish 同时生效 | approve 是否通过
  leaveGap 空出的日期停运 | hasDraft 有草稿 | waiting 待审核 | toReview 待复核 | several 只看有多个分类的 | accept 采用匹配结果 | keepFreeHand 保留手绘路段
  place 换入方式 | at 站序位置 | keep 被替换的站点留作备用 | all 也导出不在运营的线路 | speed 速度（公里/时） | periods 各时段 | factor 行驶时间系数 | versions 各版本
  intervalMinutes 发车间隔（分钟） | periodIntervals 各时段的发车间隔（分钟） | layoverMinutes 停站休息（分钟） | upMinutes 上行行驶时间（分钟） | downMinutes 下行行驶时间（分钟）
  recheck 需再次确认 | lineType 线路类型 | lineName 线路名称 | use 用途 | doubtful 包括可疑的线路

  constants 固定值 | meanings 值的对应 | empty 空单元格 | plan 以前的对应 | remember 记住这种表格 | rows 行 | row 行号 | cells 改正的内容 | onlyGood 只导入没有错误的行
  roadsOnly 只导入道路 | sheet 工作表 | layout 排列 | holds 内容 | upWords 上行写作 | downWords 下行写作 | eachLine 先出现的为上行 | twoPlaces 一号两处 | headerRow 表头行 | columns 列 | picks 选定的站点 | near 匹配距离（米） | prefix 编号前缀 | templateCode 模板编码 | mode 导入方式 | format 文件格式
  fileName 文件名称 | unused 只看没有使用的 | by 操作人 | result 结果 | method 请求方式 | functionName 功能 | jobTitle 任务名称 | leftHow 离开方式

  userAccount 账号 | userPassword 密码 | oldPassword 原密码 | newPassword 新密码 | captchaCode 验证码 | secondFactorCode 两步验证码 | userRoles 角色列表
  ticket 票据 | appCode 应用编码 | roleId 角色主键 | roleName 角色名称 | spCode 参数编码 | city 城市 | address 网络地址

  voiceUse 播报位置 | voiceType 语音类型 | event 触发事件 | part 片段 | parts 片段列表 | seconds 显示时长（秒） | playlists 播放列表 | hearings 谁听过 | heardBy 听的人 | totalSeconds 总时长（秒） | extra 专有列的值
  required 必填 | columnCode 列编码 | defaultValue 默认值 | typeName 类型名称 | missingText 缺少文稿 | sameContent 内容重复
  sha256 SHA-256 校验值 | crc32 CRC32 校验值 | spokenBy 朗读它的声音 | refresh 同时更新内容 | fileVersion 文件版本 | isValid 启用 | changes 要改的内容 | said 意见

  taskName 任务名称 | taskType 任务类型 | files 文件 | targets 下发对象 | window 每天的时段 | outsideService 首末班之间不下发 | startTime 定时启动的时间 | lastDay 最后一天 | joins 新加入的车辆也下发 | approvedBy 审核人 | priority 优先级
  retry 失败后重试（次） | timeoutMinutes 下载超时（分钟） | effectiveMinutes 生效等待（分钟） | stages 分批（累计百分比） | stage 批次 | nextStagePercent 成功多少后放下一批（%）
  stopAtFailedPercent 失败超过多少自动暂停（%） | percent 进度（%） | attempt 第几次 | error 失败原因 | no 编号 | free 剩余空间（字节） | reported 正在使用的文件 | reports 位置列表
  deviceNo 设备编号 | hasDevice 有设备 | connectState 在线状态 | devState 设备状态 | expire 到期 | licenseDue 驾驶证到期 | beginDate 开始日期 | endDate 结束日期 | isMain 主线路
  userStatus 用户状态 | ruleType 规则 | iccid ICCID | itemNum 项编码 | itemName 项名称 | lines 线路 | searchKey 查找方式
`);

/** Where such a name means something else in calls whose paths begin alike. */
const otherWords: Record<string, Record<string, string>> = {
  "/api/baseReqLog/v1.0": readPairs("by 分组方式 | speed 快慢"),
};

function readPairs(text: string): Record<string, string> {
  const pairs = text.split(/[|\n]/).flatMap((pair) => {
    const [name, ...title] = pair.trim().split(" ");
    return name ? [[name, title.join(" ")]] : [];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
