import type { WeatherDay } from "~/domains/forecasts/queries.server";
import { Section } from "~/kit/page/screens";
import styles from "./weather.module.css";

export interface Ahead {
  days: (WeatherDay & { name: string })[];
  /** When the service answered last, and how long ago that was. */
  fetched?: { at: string; ago: string };
  late: boolean;
}

/** What the coming days warn of, first of all on the page. */
export function WeatherWarnings({ days }: Pick<Ahead, "days">) {
  const warned = days.filter(({ warning }) => warning);
  if (warned.length === 0) return null;
  return (
    <p className="notice warn" role="status">
      天气预警：{warned.map(({ name, warning }) => `${name} ${warning}`).join("；")}
    </p>
  );
}

export function Weather({ days, fetched, late }: Ahead) {
  return (
    <Section title={days[0] ? `${days[0].city}天气` : "天气"}>
      {days.length === 0 && <p className="quiet">没有今天及以后的天气预报。</p>}
      <ul className={styles.days}>
        {days.map(({ date, name, icon, text, tempMin, tempMax, wind, warning }) => (
          <li key={date}>
            <time dateTime={date} title={date}>
              {name}
            </time>
            <WeatherIcon icon={icon} />
            <span>{text}</span>
            <span className={styles.figures}>
              <span>
                {tempMin} ~ {tempMax} ℃
              </span>{" "}
              <span>{wind} 级风</span>
            </span>
            {warning && <strong>{warning}</strong>}
          </li>
        ))}
      </ul>
      {fetched && (
        <p className={late ? styles.late : "quiet"}>
          {late
            ? `天气服务暂时没有应答，这是 ${fetched.ago}前（${fetched.at}）的预报。`
            : `更新于 ${fetched.at}（${fetched.ago}前）`}
        </p>
      )}
    </Section>
  );
}

const cloud = "M7 16a3.5 3.5 0 0 1 .4-7a4.8 4.8 0 0 1 9.2 1a3 3 0 0 1 .4 6z";
const smallCloud = "M9 19a3 3 0 0 1 .3-6a4.2 4.2 0 0 1 8 .9a2.6 2.6 0 0 1 .4 5.1z";
const sun =
  "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4";
const flake = (x: number) => `M${x} 18v4M${x - 1.7} 19l3.4 2M${x - 1.7} 21l3.4-2`;

const drawings: Record<WeatherDay["icon"], string> = {
  clear: sun,
  partly: `M9 4.5a4 4 0 0 0-3.6 6.2M9 1.5v1M2 8.5h1M4 3.5l.8.8M14 3.5l-.8.8M9 4.5a4 4 0 0 1 3.4 2M${smallCloud.slice(1)}`,
  cloudy: cloud,
  fog: "M4 8h16M6 12h12M4 16h16M8 20h8",
  drizzle: `${cloud}M9 19v.5M12 21v.5M15 19v.5`,
  rain: `${cloud}M9 18.5l-1 3M15.5 18.5l-1 3`,
  "heavy-rain": `${cloud}M8 18.5l-1 3.5M12 18.5l-1 3.5M16 18.5l-1 3.5`,
  sleet: `${cloud}M8.5 18.5l-1 3.5${flake(15)}`,
  snow: `${cloud}${flake(9)}${flake(15)}`,
  thunder: `${cloud}M12.5 12.5l-2.5 4.5h4l-2.5 5`,
};

/** Decorative: the weather stands beside it in words. */
function WeatherIcon({ icon }: Pick<WeatherDay, "icon">) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[icon]} />
    </svg>
  );
}
