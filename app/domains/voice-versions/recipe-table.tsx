import type { ReactNode } from "react";
import { events, type Language, languages, voiceUses } from "~/transit/announcements/words";
import type { Names } from "~/kit/room/words";
import { isAt, type RowPlace, type VersionContent } from "./recipe";
import { allEvents, standsIn, voiceUsesOf } from "./recipe-rules";
import { partsInWords } from "./recipe-words";
import { rowUrl } from "./urls";
import table from "~/kit/page/tables/lined-table.module.css";
import styles from "./voice-versions.module.css";

interface Props {
  url: string;
  spoken: Pick<VersionContent, "slots" | "texts">;
  languages: readonly Language[];
  names: Names;
  write: boolean;
}

export function RecipeTable({ languages: chosen, ...props }: Props) {
  return (
    <EventTable caption="播报配方">
      {allEvents.map((event) => (
        <tr key={event}>
          <th scope="row">{events[event]}</th>
          {voiceUsesOf(event).map((voiceUse) => (
            <td key={voiceUse}>
              <div className="quiet">{voiceUses[voiceUse]}</div>
              {chosen.map((language) => (
                <Row key={language} {...props} place={{ event, voiceUse, language }} />
              ))}
            </td>
          ))}
        </tr>
      ))}
    </EventTable>
  );
}

/** An event a row, what the loudspeakers inside and outside say beside it. */
export function EventTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={caption}>
      <table className={`${table.lined} ${styles.recipe}`}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">事件</th>
            <th scope="col">车内</th>
            <th scope="col">车外</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({ url, spoken, names, write, place }: Omit<Props, "languages"> & { place: RowPlace }) {
  const row = spoken.slots.filter(isAt(place));
  const texts = spoken.texts.filter(isAt(place));
  const instead = standsIn[place.event];
  return (
    <div className={styles.row}>
      <span className={styles.language}>{languages[place.language]}</span>
      <div className={styles.said}>
        {row.length > 0 ? (
          partsInWords(row, names)
        ) : (
          <span className="quiet">{instead ? `不设置，按${events[instead]}播报` : "不播报"}</span>
        )}
        {texts.map(({ linkUuid, text, seconds }) => (
          <div key={linkUuid} className={styles.shown}>
            显示：{text}（{seconds} 秒）
          </div>
        ))}
      </div>
      {write && (
        <a
          className="button small"
          href={rowUrl(url, place)}
          aria-label={`编辑 ${events[place.event]} ${voiceUses[place.voiceUse]} ${languages[place.language]}`}
        >
          编辑
        </a>
      )}
    </div>
  );
}
