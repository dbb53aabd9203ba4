import { expect, test } from "vitest";
import { daysInWords, timetableInWords } from "./timetable-words";

const days = { name: "W", weekdays: [1, 2, 3, 4, 5], from: "2026-01-01", to: "2026-12-31", added: [], removed: [] };
const legs = [0, 1200].map((reached) => ({ reached, left: reached, exact: true }));
const at = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;

test("a timetable says its days, first and last departures, how many there are and how often", () => {
  const services = [
    { ...days, legs, departures: [at(6), at(6, 10), at(6, 22), at(7)], frequencies: [] },
    { ...days, legs: null, departures: [at(24, 30)], frequencies: [] },
    {
      ...days,
      name: "S",
      weekdays: [6, 7],
      added: ["2026-05-01"],
      removed: ["2026-10-03"],
      legs,
      departures: [],
      frequencies: [{ start: at(8), end: at(9), headway: 900, isExact: false }],
    },
  ];
  expect(timetableInWords(services)).toEqual([
    {
      days: "周一至周五，2026-01-01 至 2026-12-31",
      except: [],
      first: "06:00",
      last: "次日 00:30",
      trips: 5,
      isAbout: false,
      running: "20 分钟",
      hours: [
        { hour: "6", trips: 3, interval: "10–38" },
        { hour: "7", trips: 1, interval: "—" },
        { hour: "次日 0", trips: 1, interval: "—" },
      ],
    },
    {
      days: "周六、周日，2026-01-01 至 2026-12-31",
      except: ["另在 2026-05-01 开行", "2026-10-03 停开"],
      first: "08:00",
      last: "08:45",
      trips: 4,
      isAbout: true,
      running: "20 分钟",
      hours: [{ hour: "8", trips: 4, interval: "15" }],
    },
  ]);
});

test("days are said as people say them", () => {
  const said = (weekdays: number[]) => daysInWords({ ...days, weekdays, from: null, to: null });
  expect([[1, 2, 3, 4, 5, 6, 7], [1, 3, 5], [4, 5, 6], [7], []].map(said)).toEqual([
    "每天",
    "周一、周三、周五",
    "周四至周六",
    "周日",
    "仅指定日期",
  ]);
});
