import type { EmqxMessage } from "./emqx";
import { encodeText } from "./fields";
import type { Header } from "./frame";
import { type Message, messageIdOf } from "./message";

/** What goes to a terminal, in the form that EMQX's gateway takes. */
export function toEmqx(
  message: Message,
  { phone, version }: Pick<Header, "phone" | "version">,
  serial: number,
): EmqxMessage {
  const header = {
    msg_id: messageIdOf(message),
    encrypt: 0,
    phone,
    msg_sn: serial,
    ...(version === 2019 && { proto_ver: 1 }),
  };
  return { header, body: bodyFor(message) };
}

function bodyFor(message: Message): Record<string, unknown> {
  switch (message.kind) {
    case "platformAnswer":
      return { seq: message.answeredSerial, id: message.answeredId, result: message.result };
    case "registerAnswer":
      return {
        seq: message.answeredSerial,
        result: message.result,
        ...(message.result === 0 && { auth_code: message.code }),
      };
    case "missingParts":
      return { seq: message.firstSerial, length: message.indexes.length, ids: message.indexes };
    case "control":
      return { command: message.command, param: message.words };
    case "askParameters":
    case "askProperties":
      return {};
    case "package":
      return {
        type: message.upgradeType,
        manufacturer: message.maker,
        version: message.packageVersion,
        ver_len: encodeText(message.packageVersion).length,
        fw_len: message.data.length,
        firmware: message.data.toString("base64"),
      };
    default:
      throw new RangeError(`${message.kind} is not sent by this way`);
  }
}
