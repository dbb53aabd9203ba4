import { alarmsInWords } from "./alarms";
import { kindOf, type Kind, type Message } from "./message";
import type { Position } from "./position";

const names: Record<Kind, string> = {
  terminalAnswer: "终端通用应答",
  heartbeat: "心跳",
  leave: "终端注销",
  register: "终端注册",
  authenticate: "终端鉴权",
  parameters: "参数应答",
  properties: "属性应答",
  upgradeResult: "升级结果",
  position: "位置",
  positions: "批量位置",
  passThrough: "上行透传",
  platformAnswer: "平台通用应答",
  missingParts: "补传分包",
  registerAnswer: "注册应答",
  setParameters: "设置参数",
  askParameters: "查询参数",
  control: "终端控制",
  askProperties: "查询属性",
  package: "下发升级包",
};

export const nameOfMessage = (messageId: number): string => {
  const kind = kindOf(messageId);
  const number = `0x${messageId.toString(16).padStart(4, "0")}`;
  return kind ? `${number} ${names[kind]}` : number;
};

/** What a message says, in a line; authentication codes and tickets are left out. */
export function describeMessage(message: Message): string {
  switch (message.kind) {
    case "terminalAnswer":
    case "platformAnswer":
      return `应答 ${nameOfMessage(message.answeredId)}：${["成功", "失败", "消息有误", "不支持"][message.result] ?? message.result}`;
    case "register":
      return `厂家 ${message.maker}，型号 ${message.model}，终端 ${message.terminalId}，车牌 ${message.plate}`;
    case "authenticate":
      return [message.imei && `IMEI ${message.imei}`, message.softwareVersion && `软件 ${message.softwareVersion}`]
        .filter(Boolean)
        .join("，");
    case "properties":
      return `型号 ${message.model}，ICCID ${message.iccid}，硬件 ${message.hardwareVersion}，固件 ${message.firmwareVersion}`;
    case "upgradeResult":
      return ["成功", "失败", "取消"][message.result] ?? String(message.result);
    case "position":
      return describePosition(message);
    case "positions":
      return `${message.positions.length} 个${message.isLate ? "补传" : ""}位置，最后：${message.positions.length > 0 ? describePosition(message.positions.at(-1)!) : "无"}`;
    case "passThrough":
      return `类型 0x${message.passType.toString(16)}，${message.data.length} 字节`;
    case "missingParts":
      return `缺第 ${message.indexes.slice(0, 20).join("、")} 包`;
    case "registerAnswer":
      return (
        ["成功", "车辆已注册", "没有这辆车", "终端已注册", "没有这个终端"][message.result] ?? String(message.result)
      );
    case "control":
      return `命令 ${message.command}：${message.words.replace(/ticket=[^;&]*/, "ticket=…")}`;
    case "package":
      return `版本 ${message.packageVersion}，${message.data.length} 字节`;
    case "parameters":
    case "setParameters":
      return `${message.parameters.length} 个参数`;
    case "unknown":
      return `${message.data.length} 字节`;
    default:
      return "";
  }
}

function describePosition({ lng, lat, speedKmh, headingDegrees, time, stateBits, alarmBits }: Position): string {
  const place = stateBits & 2 ? `${lng.toFixed(6)}, ${lat.toFixed(6)}` : "没有定位";
  const alarms = alarmBits ? `，报警：${alarmsInWords(alarmBits)}` : "";
  return `${place}，${speedKmh} 公里/时，方向 ${headingDegrees}${alarms}，${time ? time.toISOString() : "没有时间"}`;
}
