import { type Language, languages, voiceUses } from "~/transit/announcements/words";
import type { HeardItem, HeardSpeaker } from "./heard";
import { soundUrl } from "./urls";
import styles from "./voice.module.css";

interface Props {
  speakers: readonly HeardSpeaker[];
  /** Each piece with its own player. */
  play?: boolean;
}

/** What is heard on some loudspeakers of a node, what is missing or not in time marked in words. */
export function HeardCell({ speakers, play = false }: Props) {
  if (speakers.length === 0) return <span className="quiet">不播报</span>;
  return speakers.map((speaker) => (
    <div key={speaker.voiceUse} className={styles.speaker}>
      <span className="unseen">{voiceUses[speaker.voiceUse]}：</span>
      {[...new Set(speaker.items.map(({ language }) => language))].map((language) => (
        <Said
          key={language}
          language={language}
          items={speaker.items.filter((one) => one.language === language)}
          play={play}
        />
      ))}
      <span className="quiet">{seconds(speaker.seconds)}</span>
      {speaker.isOwn && <span className={styles.mark}>本节点专用</span>}
      {speaker.isTooLong && (
        <span className={styles.wrong}>到下一节点只有 {seconds(speaker.secondsToNext ?? 0)}，播不完</span>
      )}
      {speaker.overlapsNext && !speaker.isTooLong && <span className={styles.wrong}>与下一节点重叠</span>}
    </div>
  ));
}

function Said({ language, items, play }: { language: Language; items: readonly HeardItem[]; play: boolean }) {
  return (
    <div lang={language === "en" ? "en" : undefined}>
      <span className={styles.language}>{languages[language]}</span>
      {items.map((item, at) => (
        <span key={at}>
          {at > 0 && " + "}
          <Piece {...item} />
        </span>
      ))}
      {play && (
        <div className={styles.players}>
          {items.map(
            ({ audioUuid, words }, at) =>
              audioUuid && (
                <audio key={at} controls preload="none" src={soundUrl(audioUuid)} aria-label={`试听 ${words}`} />
              ),
          )}
        </div>
      )}
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
