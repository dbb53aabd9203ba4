import { isIP } from "node:net";

/** What limits count a client by: its IPv4 address, or the /64 of its IPv6 address, all of which one machine may use. A port that a proxy wrote behind it is left out. */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  return isIP(bare) === 6 ? `${firstHalf(bare)}::/64` : bare.slice(0, 64);
}

/** The first four groups of an IPv6 address. */
function firstHalf(address: string): string {
  const [before = "", after] = address.replace(/%.*/, "").split("::");
  const groups = before === "" ? [] : before.split(":");
  const behind = after ? after.split(":").length : 0;
  const filled = after === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - behind).fill("0")];
  const whole = after ? [...filled, ...after.split(":")] : filled;
  return whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":");
}
