import type { Version } from "./fields";
import type { EmqxMessage } from "./emqx";
import { type Message, messageIdOf } from "./message";
import { type Position, rawPosition } from "./position";

/** A terminal's message as EMQX would hand it on, which its own source says. */
export function asEmqx(message: Message, phone: string, version: Version, serial = 7): EmqxMessage {
  const header = { msg_id: messageIdOf(message), encrypt: 0, len: 0, phone, msg_sn: serial };
  return { header: version === 2019 ? { ...header, proto_ver: 1 } : header, body: bodyOf(message) };
}

function bodyOf(message: Message): Record<string, unknown> {
  switch (message.kind) {
    case "terminalAnswer":
      return { seq: message.answeredSerial, id: message.answeredId, result: message.result };
    case "register":
      return {
        province: message.province,
        city: message.city,
        manufacturer: message.maker,
        model: message.model,
        dev_id: message.terminalId,
        color: message.plateColour,
        license_number: message.plate,
      };
    case "authenticate":
      return message.imei === undefined
        ? { code: message.code }
        : { code: message.code, imei: message.imei, software_version: message.softwareVersion };
    case "properties":
      return {
        type: message.terminalKinds,
        manufacturer: message.maker,
        model: message.model,
        id: message.terminalId,
        iccid: message.iccid,
        hardware_version: message.hardwareVersion,
        firmware_version: message.firmwareVersion,
        gnss_prop: message.positioning,
        comm_prop: message.communication,
      };
    case "upgradeResult":
      return { type: message.upgradeType, result: message.result };
    case "position":
      return positionOf(message);
    case "positions":
      return {
        type: message.isLate ? 1 : 0,
        length: message.positions.length,
        location: message.positions.map(positionOf),
      };
    case "passThrough":
      return { type: message.passType, data: message.data.toString("base64") };
    case "unknown":
      return { unknown_id: true, data: message.data.toString("base64") };
    default:
      return {};
  }
}

function positionOf(one: Position): Record<string, unknown> {
  const [[alarm, status, latitude, longitude, altitude, speed, direction], time] = rawPosition(one);
  const { mileageKm, fuelLitres, recorderKmh, alarmEvent, analogBits, signalStrength, satellites, others } = one.items;
  const tenths = (value: number | undefined) => value !== undefined && Math.round(value * 10);
  const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
  const custom = Object.entries(others).filter(([id]) => Number(id) > 0xe0);
  const rest = Object.entries(others).filter(([id]) => Number(id) < 0xe0);
  const extra = {
    ...(mileageKm !== undefined && { mileage: tenths(mileageKm) }),
    ...(fuelLitres !== undefined && { fuel_meter: tenths(fuelLitres) }),
    ...(recorderKmh !== undefined && { speed: tenths(recorderKmh) }),
    ...(alarmEvent !== undefined && { alarm_id: alarmEvent }),
    ...(analogBits !== undefined && { analog: { ad0: analogBits % 0x10000, ad1: Math.floor(analogBits / 0x10000) } }),
    ...(signalStrength !== undefined && { rssi: signalStrength }),
    ...(satellites !== undefined && { gnss_sat_num: satellites }),
    ...(custom.length > 0 && { custome: Object.fromEntries(custom.map(([id, hex]) => [id, base64(hex)])) }),
    ...Object.fromEntries(rest.map(([id, hex]) => [id, base64(hex)])),
  };
  return {
    alarm,
    status,
    latitude,
    longitude,
    altitude,
    speed,
    direction,
    time,
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}
