import { encodeFrame, type Header, MOST_BODY_BYTES } from "./frame";
import { encodeMessage, type Message, messageIdOf } from "./message";

/** The frames of a message, in parts where it is longer than one holds; `nextSerial` gives each its number, one after another. */
export function framesOf(
  message: Message,
  { phone, version }: Pick<Header, "phone" | "version">,
  nextSerial: () => number,
): Buffer[] {
  const body = encodeMessage(message, version);
  const messageId = messageIdOf(message);
  const total = Math.max(1, Math.ceil(body.length / MOST_BODY_BYTES));
  if (total > 0xffff) throw new RangeError(`${body.length} bytes do not fit in one message`);
  return Array.from({ length: total }, (_, at) => {
    const part = total > 1 ? { total, index: at + 1 } : undefined;
    const piece = body.subarray(at * MOST_BODY_BYTES, (at + 1) * MOST_BODY_BYTES);
    return encodeFrame({ messageId, phone, version, serial: nextSerial() & 0xffff, ...(part && { part }) }, piece);
  });
}

/** A download by 0x8105 command 1; what follows the address is the standard's order. */
export interface Download {
  url: string;
  maker: string;
  hardwareVersion?: string;
  firmwareVersion: string;
  hoursAtMost?: number;
}

export function downloadCommand({ url, maker, hardwareVersion = "", firmwareVersion, hoursAtMost }: Download): Message {
  const { hostname, port, protocol } = new URL(url);
  const tcpPort = port || (protocol === "https:" ? "443" : protocol === "ftp:" ? "21" : "80");
  const words = [url, "", "", "", hostname, tcpPort, "", maker, hardwareVersion, firmwareVersion, hoursAtMost ?? ""];
  return { kind: "control", command: 1, words: words.join(";") };
}
