import type { WeatherDay } from "~/domains/forecasts/queries.server";
import { Section } from "~/kit/page/screens";
import { WeatherIcon } from "./weather-icon";
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
