import { expect } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import { builtCall } from "../call";

builtCall("/api/weather/v1.0/list", {
  async success(person) {
    const form = await person.get("/weather/weather-management/new");
    const day = { weatherDate: today(), weatherCode: "99", tempMin: "21", tempMax: "36", wind: "4" };
    expect((await form.submit(day)).status).toBe(303);
    const ask = async (body: object) => (await person.call("/api/weather/v1.0/list", body)).data;
    const told = { date: today(), city: "本市", weatherCode: 99, text: "雷阵雨伴冰雹", icon: "thunder" };
    const known = [{ ...told, tempMin: 21, tempMax: 36, wind: 4, warning: "高温" }];
    expect([await ask({}), await ask({ city: "本市", from: today(), days: 1 })]).toEqual([known, known]);
    expect([await ask({ city: "别处" }), await ask({ from: "2000-01-01", days: 16 })]).toEqual([[], []]);
  },
  bad: { body: { days: 17 }, path: "days", message: "1 到 16 的整数" },
});
