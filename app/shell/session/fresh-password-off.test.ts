import { expect, it, vi } from "vitest";
import { account, enteredBefore } from "../../../tests/kit/accounts";

vi.hoisted(() => (process.env.FRESH_PASSWORD_MINUTES = "0"));

it("with 0 minutes no password is asked again, by page and by call, however long ago it was given", async () => {
  const person = await enteredBefore(await account({ isSuper: true }), 23 * 60);
  const { userId } = await account();
  const reset = await (await person.get(`/system/user/${userId}/password`)).submit();
  expect([reset.status, reset.text]).toEqual([200, expect.stringContaining("一次性密码")]);
  expect((await person.call("/api/user/v1.0/resetPassword", { userId })).success).toBe(true);
  const token = await (await person.get("/device/device-management/report-tokens/new")).submit({ tokenName: userId });
  expect(token.text).toContain(`已新增令牌 ${userId}`);
  expect((await person.get("/system/security-events/export")).status).toBe(200);
});
