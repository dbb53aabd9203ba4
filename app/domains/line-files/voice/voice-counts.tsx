import type { VoiceCounts } from "./heard";

/** How whole the voices of a file or a direction are, in one line; what is wrong first. */
export function VoiceCountsLine({ counts }: { counts: VoiceCounts }) {
  const { recorded, spoken, missing, tooLong, overlapping } = counts;
  const wrong = [
    missing > 0 && `缺 ${missing} 段语音`,
    tooLong > 0 && `${tooLong} 处到下一节点前播不完`,
    overlapping > 0 && `${overlapping} 处与下一节点重叠`,
  ].filter(Boolean);
  return (
    <p className={wrong.length > 0 ? "notice" : "quiet"}>
      {wrong.length > 0 ? `${wrong.join("，")}；` : "语音完整；"}
      录音 {recorded} 段，合成 {spoken} 段。
    </p>
  );
}
