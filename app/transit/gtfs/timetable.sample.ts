export const table = (head: string, ...rows: string[]) => `${head}\n${rows.join("\n")}\n`;
const callsOf = (trip: string, ...times: string[]) =>
  times.map((time, at) => {
    const [came, went = came, timepoint = ""] = time.split("/");
    return `${trip},${came},${went},${"ABC"[at]},${at + 1},${timepoint}`;
  });

const week = "monday,tuesday,wednesday,thursday,friday,saturday,sunday";
export const timetableFeed = {
  "routes.txt":
    "route_id,route_short_name,route_long_name,route_type,route_color,route_text_color\nR,测896路,东西线,3,ff8800,0\n",
  "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,甲,31.2,120.1\nB,乙,31.2,120.11\nC,丙,31.2,120.12\n",
  "trips.txt": table(
    "route_id,service_id,trip_id,direction_id",
    ...["w1", "w2", "late", "back"].map((trip) => `R,W,${trip},0`),
    "R,D,d1,0",
    "R,W,often,0",
    "R,NONE,lost,0",
  ),
  "stop_times.txt": table(
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint",
    ...callsOf("w1", "06:00:00", "", "06:20:00"),
    ...callsOf("w2", "05:30:00", "", "05:50:00"),
    ...callsOf("late", "25:10:00", "25:15:00/25:16:00/0", "25:30:00"),
    ...callsOf("back", "07:00:00", "06:50:00", "07:10:00"),
    ...callsOf("d1", "08:00:00", "", "08:20:00"),
    ...callsOf("often", "00:00:00", "00:08:00", "00:15:00"),
    ...callsOf("lost", "09:00:00", "", "09:20:00"),
  ),
  "calendar.txt": table(`service_id,${week},start_date,end_date`, "W,1,1,1,1,1,0,0,20260101,20261231"),
  "calendar_dates.txt": table(
    "service_id,date,exception_type",
    "W,20261001,2",
    "W,20261010,1",
    "D,20260502,1",
    "D,2026-05-03,1",
    "D,20260230,1",
  ),
  "frequencies.txt": table(
    "trip_id,start_time,end_time,headway_secs,exact_times",
    "often,09:00:00,16:00:00,600,0",
    "often,06:30:00,09:00:00,300,1",
  ),
};
