import { useLoaderData } from "@remix-run/react";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { screen, Section } from "~/kit/page/screens";
import { Uses } from "~/kit/page/screens/uses";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { usesOf } from "~/kit/room/uses.server";
import { factsOf } from "~/kit/room/words";
import { durationWords } from "~/transit/sound/duration-words";
import { readingOfClip } from "../clip-sound.server";
import { agreedWords } from "../other-names.server";
import { Player } from "../player";
import { audioRoom } from "../room";
import { audioClips } from "../room.server";

export const handle = screen({ title: recordTitle(audioRoom) });

export const loader = page(audioRoom.may.read, (call) =>
  roomRecord(call, audioClips, async (viewer, { audioUuid, ...clip }) => ({
    uses: await usesOf(viewer, audioClips.references, [audioUuid]),
    reading: await readingOfClip(clip),
    agreed: (await agreedWords(audioUuid)).map(({ at, ...one }) => ({
      ...one,
      at: formatTime(at, settings().OPERATOR_TIME_ZONE),
    })),
  })),
);

export default function AudioClip() {
  const { record: clip, names, uses, reading, agreed, may } = useLoaderData<typeof loader>();
  const { words, url } = audioRoom;
  const base = factsOf(
    words,
    clip,
    ["language", "use", "typeUuid", "staUuid", "voiceType", "speaker", "source", "isValid"],
    { names },
  );
  const file = [
    { label: "文件", value: <a href={`${url}/${clip.audioUuid}/file/fileUuid`}>{clip.fileName}</a> },
    { label: "时长", value: durationWords(clip.durationMs) },
    { label: "格式", value: clip.format.toUpperCase() },
    { label: "大小", value: sizeText(clip.sizeBytes) },
    { label: "采样率", value: `${clip.sampleRate} Hz` },
    { label: "声道", value: clip.channels },
    { label: "比特率", value: clip.bitrate && `${Math.round(clip.bitrate / 1000)} kbit/s` },
    { label: "响度", value: clip.loudness === null ? "无声" : `${clip.loudness} LUFS` },
    {
      label: "内容相同",
      value: clip.sameCount > 0 && <a href={`${url}?sha256=${clip.sha256}`}>另有 {clip.sameCount} 段</a>,
    },
  ];
  const holders = uses.filter(({ count, blocking }) => count > 0 && blocking);
  const announcing = uses.filter(({ count, blocking }) => count > 0 && !blocking);
  return (
    <RecordScreen
      room={audioRoom}
      sections={[
        {
          title: "基本信息",
          facts: [
            ...base,
            ...factsOf(words, clip, ["text"], { wide: true }),
            ...(reading ? [{ label: "读作", value: reading, wide: true }] : []),
            ...factsOf(words, clip, ["remark"], { wide: true }),
          ],
        },
        { title: "声音", facts: file },
      ]}
    >
      <Section title="试听">
        <Player clip={clip} />
        {clip.source === "spoken" && (
          <p className="quiet">
            这是程序合成的机器人声音{clip.spokenBy && `，由 ${clip.spokenBy} 朗读`}
            ；编辑时上传录音，可以替换它，使用它的地方不用改。
          </p>
        )}
      </Section>
      {agreed.length > 0 && (
        <Section title="也用于这些站名">
          <ul>
            {agreed.map(({ words: name, reason, byName, at }) => (
              <li key={name}>
                {name}：{byName} {at} 听过，说得对（{reason}）
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={`使用它的地方（${clip.usedCount}）`}
        actions={may.write && holders.length > 0 && <a href={`${url}/${clip.audioUuid}/replace`}>全部换成另一段</a>}
      >
        {holders.length + announcing.length === 0 && <p className="quiet">没有配方、节点或线路文件使用它。</p>}
        {holders.length > 0 && <Uses title="删除它以前，要先在这些地方换掉：" uses={holders} />}
        {announcing.length > 0 && <Uses title="换了它的声音，这些文件就会过期，要重新生成：" uses={announcing} />}
      </Section>
    </RecordScreen>
  );
}
