import { expect, it } from "vitest";
import { networkOf } from "./network-of";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:50123", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
  ["x".repeat(500), "x".repeat(64)],
])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));
