import type { Choice } from "~/kit/page/forms/field";
import { ShortSound } from "~/kit/page/sounds/short-sound";
import { events, type Language, languages } from "~/transit/announcements/words";
import type { ExampleRow, ExampleWords } from "./example";
import { EventTable } from "./recipe-table";
import { soundUrl } from "./urls";
import styles from "./voice-versions.module.css";

interface FormProps {
  asked: { keyword: string; serial: string };
  variants: { choices: readonly Choice[]; chosen?: string };
  directions: readonly { value: number; label: string }[];
  direction?: number;
  stations: readonly { serial: number; name: string }[];
}

export function ExampleForm({ asked, variants, directions, direction, stations }: FormProps) {
  const serial = stations.some((one) => String(one.serial) === asked.serial) ? asked.serial : "2";
  return (
    <form method="get" className={styles.asking}>
      <label>
        查找线路 <input name="keyword" defaultValue={asked.keyword} maxLength={64} placeholder="线路名称、拼音" />
      </label>
      <label>
        线路{" "}
        <select name="classifySid" defaultValue={variants.chosen ?? ""}>
          <Options offered={variants.choices} />
        </select>
      </label>
      <label>
        方向{" "}
        <select name="direction" defaultValue={String(direction ?? "")}>
          <Options offered={directions} />
        </select>
      </label>
      <label>
        进出的站{" "}
        <select name="serial" defaultValue={serial}>
          <Options offered={stations.map((one) => ({ value: one.serial, label: `${one.serial} ${one.name}` }))} />
        </select>
      </label>
      <button className="button primary">查看</button>
    </form>
  );
}

function Options({ offered }: { offered: readonly { value: string | number; label: string }[] }) {
  return offered.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function ExampleTable({ rows, readings }: { rows: ExampleRow[]; readings: Record<string, string> }) {
  const missing = new Set(
    rows
      .flatMap(({ inside, outside }) => [...inside, ...outside])
      .filter(isMissing)
      .map(nameOf),
  );
  return (
    <>
      {missing.size > 0 && (
        <p className="notice">语音库里还缺 {missing.size} 段语音，下面标为“缺语音”；生成线路文件前请补上。</p>
      )}
      <EventTable caption="播报示例">
        {rows.map(({ event, station, inside, outside, shown }) => (
          <tr key={event}>
            <th scope="row">
              {events[event]}
              <div className="quiet">{station}</div>
            </th>
            <td>
              <Playlist items={inside} readings={readings} />
              {shown.map(({ text, seconds }, at) => (
                <div key={at} className={styles.shown}>
                  显示：{text}（{seconds} 秒）
                </div>
              ))}
            </td>
            <td>
              <Playlist items={outside} readings={readings} />
            </td>
          </tr>
        ))}
      </EventTable>
    </>
  );
}

const isMissing = ({ audioUuid }: ExampleWords) => audioUuid === undefined;
const nameOf = ({ language, words }: ExampleWords) => `${language} ${words}`;

function Playlist({ items, readings }: { items: ExampleWords[]; readings: Record<string, string> }) {
  if (items.length === 0) return <span className="quiet">不播报</span>;
  const spoken = [...new Set(items.map(({ language }) => language))];
  return spoken.map((language) => {
    const own = items.filter((one) => one.language === language);
    return (
      <div key={language} className={styles.row}>
        <span className={styles.language}>{languages[language as Language]}</span>
        <ol className={styles.said} lang={language === "en" ? "en" : undefined}>
          {own.map((one, at) => (
            <li key={at}>
              <Sound {...one} reading={one.language === "zh" ? readings[one.words] : undefined} />
            </li>
          ))}
        </ol>
      </div>
    );
  });
}

function Sound({ words, audioUuid, reading }: ExampleWords & { reading?: string }) {
  const read = reading && <span className="quiet">{reading}</span>;
  if (!audioUuid)
    return (
      <>
        <span className={styles.missing}>缺语音：{words || "没有名称"}</span> {read}
      </>
    );
  return (
    <>
      <ShortSound src={soundUrl(audioUuid)} label={`试听 ${words}`} /> {words} {read}
    </>
  );
}
