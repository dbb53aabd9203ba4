import { ShortSound } from "~/kit/page/sounds/short-sound";
import { type Language, languages, voiceUses } from "~/transit/announcements/words";
import type { HeardItem, HeardSpeaker } from "./heard";
import styles from "./voice.module.css";

interface Props {
  speakers: readonly HeardSpeaker[];
  /** Where all of it is heard as one sound. */
  sound?: string;
}

/** What is heard on some loudspeakers of a node, what is missing or not in time marked in words. */
export function HeardCell({ speakers, sound }: Props) {
  if (speakers.length === 0) return <span className="quiet">不播报</span>;
  const heard = speakers.flatMap(({ items }) => items);
  return (
    <>
      {speakers.map((speaker) => (
        <Speaker key={speaker.voiceUse} {...speaker} />
      ))}
      {sound && heard.some(({ audioUuid }) => audioUuid) && (
        <div>
          <ShortSound src={sound} label={`试听 ${heard.map(({ words }) => words).join(" ")}`} />
        </div>
      )}
    </>
  );
}

function Speaker({ voiceUse, items, isOwn, isTooLong, overlapsNext, secondsToNext = 0, ...speaker }: HeardSpeaker) {
  return (
    <div className={styles.speaker}>
      <span className="unseen">{voiceUses[voiceUse]}：</span>
      {[...new Set(items.map(({ language }) => language))].map((language) => (
        <Said key={language} language={language} items={items.filter((one) => one.language === language)} />
      ))}
      <span className="quiet">{seconds(speaker.seconds)}</span>
      {isOwn && <span className={styles.mark}>本节点专用</span>}
      {isTooLong && <span className={styles.wrong}>到下一节点只有 {seconds(secondsToNext)}，播不完</span>}
      {overlapsNext && !isTooLong && <span className={styles.wrong}>与下一节点重叠</span>}
    </div>
  );
}

function Said({ language, items }: { language: Language; items: readonly HeardItem[] }) {
  return (
    <div lang={language === "en" ? "en" : undefined}>
      <span className={styles.language}>{languages[language]}</span>
      {items.map((item, at) => (
        <span key={at}>
          {at > 0 && " + "}
          <Piece {...item} />
        </span>
      ))}
    </div>
  );
}

function Piece({ words, state }: HeardItem) {
  if (state === "missing") return <span className={styles.wrong}>缺语音：{words || "没有名称"}</span>;
  return (
    <span title={state === "recorded" ? "录音" : "合成语音"}>
      {words}
      {state === "spoken" && <sup className="quiet">合成</sup>}
      {state === "unspoken" && <sup className="quiet">生成时朗读</sup>}
    </span>
  );
}

const seconds = (value: number) => `${value.toFixed(1)} 秒`;
