import { expect, it } from "vitest";
import { fromEmqx } from "./emqx";
import { asEmqx } from "./emqx.sample";
import type { Message } from "./message";

const heartbeat = asEmqx({ kind: "heartbeat" }, "013812345678", 2013);
const register: Message = {
  kind: "register",
  province: 11,
  city: 1,
  maker: "70111",
  model: "880",
  terminalId: "1234567",
  plateColour: 1,
  plate: "京A12345",
};

it("takes a gateway's numbers where texts should stand, and texts of digits where numbers should", () => {
  const named = (phone: unknown) => fromEmqx({ ...heartbeat, header: { ...heartbeat.header, phone } }).header.phone;
  expect([13_812_345_678, "13812345678", "013812345678"].map(named)).toEqual(Array(3).fill("013812345678"));
  const { header, body } = asEmqx(register, "013812345678", 2013);
  const sent = { ...body, manufacturer: 70_111, model: 880, dev_id: 1_234_567, province: "11", color: "1" };
  expect(fromEmqx({ header, body: sent }).message).toEqual(register);
});

it.each([1.5, -1, null, "1381234567x", {}, "1".repeat(21)])("refuses %s for a phone", (phone) => {
  expect(() => fromEmqx({ ...heartbeat, header: { ...heartbeat.header, phone } })).toThrow("phone is none");
});
