import type { Fault, MissingVoice, OtherName } from "../model";
import { directions as directionNames, languages, type Part, parts, voiceUses } from "../words";
import { spokenLanguage } from "../fill-playlists";
import { findClips } from "../find-clips";
import { saysName } from "../says-name";
import { type ExaminedNode, faultAt, type Rule } from "./examined";

/** Each node that is no placeholder lets something be heard, unless it is set not to. */
export const silentRule: Rule = ({ nodes }) =>
  nodes
    .filter(({ node, sound }) => node.use !== 8 && node.isBroadcast && sound.playlists.length === 0)
    .map((one) =>
      faultAt(one, "playlists", `“${one.node.name}”没有任何播报，请在公共语音里补充，或为它单独设置播放列表`),
    );

/** A direction begins with a departure, and nothing departs from its terminus. */
export const endsRule: Rule = ({ directions }) =>
  directions.flatMap(({ direction, at, line, nodes }): Fault[] => {
    const starts = nodes.filter(({ node }) => node.event === 1);
    const faults: Fault[] = [];
    if (starts.length === 0)
      faults.push({
        path: `directions[${at}].nodes`,
        message: `${directionNames[direction]}没有起点出站节点，请刷新节点`,
      });
    for (const one of starts)
      if (!one.sound.playlists.some(({ voiceUse }) => voiceUse > 2))
        faults.push(faultAt(one, "playlists", "起点没有起点出站播报，请在公共语音里补充“起点出站”"));
    const last = line.stations.length;
    for (const one of nodes) {
      const { staUuid, staSerial, use, event } = one.node;
      if (staUuid === undefined || staSerial !== last) continue;
      if (use === 1 || event === 1 || event === 3 || event === 4)
        faults.push(faultAt(one, "event", "终点站不能有出站播报，请删除此节点"));
      else if (one.sound.playlists.some(({ voiceUse }) => voiceUse > 2))
        faults.push(faultAt(one, "playlists", "终点站不能有出站播报，请删除它的出站播放列表"));
    }
    return faults;
  });

/** Words without a clip: an error, unless the vehicle speaks them. */
export const missingClipRule: Rule = (examined) =>
  examined.nodes.flatMap((one) => missingOf(one, examined.input.device.speaks, false));

export const spokenInsteadRule: Rule = (examined) =>
  examined.nodes.flatMap((one) => missingOf(one, examined.input.device.speaks, true));

function missingOf(one: ExaminedNode, speaks: boolean, isSpoken: boolean): Fault[] {
  return one.sound.playlists.flatMap(({ voiceUse, items }) =>
    items.flatMap(({ state, item, words, part, language }): Fault[] => {
      if (state !== "missing") return [];
      const canSpeak = speaks && part !== "clip" && words !== "" && "text" in item;
      if (canSpeak !== isSpoken) return [];
      const where = `${voiceUses[voiceUse]}（${languages[language]}）`;
      if (isSpoken) return [faultAt(one, "playlists", `${where}没有“${words}”的语音，将由车载机朗读`)];
      if (part === "clip") return [faultAt(one, "playlists", `${where}用的语音已不在语音库，请重新选择`)];
      if (words === "")
        return [
          faultAt(one, "playlists", `${where}需要${parts[part]}，但此处没有这种语言的名称，请补充名称或修改公共语音`),
        ];
      const message = `${where}缺少${parts[part]}“${words}”的语音，请录音、上传或生成`;
      return [{ ...faultAt(one, "playlists", message), isMissing: true }];
    }),
  );
}

/** Words that no clip says, each once in a language, in the order in which they are heard first. */
export function missingIn(nodes: readonly ExaminedNode[]): MissingVoice[] {
  const found = new Map<string, MissingVoice>();
  for (const { sound } of nodes)
    for (const { state, part, words, language, staUuid } of sound.playlists.flatMap(({ items }) => items)) {
      if (state !== "missing" || part === "clip" || words === "") continue;
      const known = found.get(`${language} ${words}`);
      if (known) known.places++;
      else found.set(`${language} ${words}`, { words, language, ...(staUuid && { staUuid }), places: 1 });
    }
  return [...found.values()];
}

/** Words that a node has instead of a clip, before the program has spoken them for vehicles that do not. */
export const unspokenRule: Rule = ({ nodes, input: { recipe, clips } }) => {
  const { words } = findClips(clips);
  return [
    ...nodes.flatMap((one) =>
      one.sound.playlists.flatMap(({ items }) =>
        items
          .filter(({ state }) => state === "unspoken")
          .map(({ words }) => faultAt(one, "playlists", unspokenWords(words))),
      ),
    ),
    ...recipe.publicNodes.flatMap(({ name, playlists }, at) =>
      playlists.flatMap(({ items }) =>
        items.flatMap((item) =>
          "text" in item && !words(item.text, spokenLanguage)
            ? [{ path: `publicNodes[${at}].playlists`, message: `公共语音“${name}”：${unspokenWords(item.text)}` }]
            : [],
        ),
      ),
    ),
  ];
};

const unspokenWords = (text: string) =>
  `朗读文字“${text}”还没有语音，生成文件时由程序朗读；要自己录音的，先在语音库上传`;

/** A clip of a station that says another name than the station has now: spoken ones are spoken anew, of a recording a person may say that it is right. */
export const otherNameRule: Rule = ({ nodes }) =>
  otherNamesIn(nodes).map(({ one, otherName, part }) => {
    const { name, said, source } = otherName;
    const [fact, remedy] =
      source === "spoken"
        ? ["朗读的语音说的是", "请重新朗读"]
        : ["录音的文稿是", "请重新录音或朗读；录音说得对的，请写明原因"];
    return { ...faultAt(one, "playlists", `${parts[part]}叫“${name}”，${fact}“${said}”，${remedy}`), otherName };
  });

/** Each clip that says another name than the stop has where it is heard first. */
export function otherNamesIn(
  nodes: readonly ExaminedNode[],
): { one: ExaminedNode; otherName: OtherName; part: Part }[] {
  const listed = new Set<string>();
  return nodes.flatMap((one) =>
    one.sound.playlists.flatMap(({ items }) =>
      items.flatMap(({ clip, words: name, part, language }) => {
        if (!clip || !stops.includes(part) || listed.has(clip.audioUuid) || saysName(clip, name)) return [];
        listed.add(clip.audioUuid);
        const { audioUuid, staUuid, source, text: said } = clip;
        return [{ one, otherName: { audioUuid, staUuid, language, name, said, source }, part }];
      }),
    ),
  );
}

const stops: readonly Part[] = ["station", "nextStation", "terminus"];

export const publicClipRule: Rule = ({ input: { recipe, clips } }) => {
  const known = new Set(clips.map(({ audioUuid }) => audioUuid));
  return recipe.publicNodes.flatMap(({ name, playlists }, at) =>
    playlists.some(({ items }) => items.some((item) => "audioUuid" in item && !known.has(item.audioUuid)))
      ? [{ path: `publicNodes[${at}].playlists`, message: `“${name}”用的语音已不在语音库，请重新选择` }]
      : [],
  );
};

export const changedClipRule: Rule = ({ nodes }) =>
  nodes.flatMap((one) =>
    one.sound.playlists.flatMap(({ items }) =>
      items.flatMap(({ clip, words }): Fault[] => {
        if (!clip || clip.fileSha256 === undefined || clip.fileSha256 === clip.sha256) return [];
        const wrong = clip.fileSha256 === null ? "的文件已丢失" : "的文件内容与登记的不一致";
        return [faultAt(one, "playlists", `语音“${words}”${wrong}，请重新上传`)];
      }),
    ),
  );

/** The lengths that files and terminals hold. */
export const textRule: Rule = ({ nodes }) =>
  nodes.flatMap((one) => [
    ...one.sound.playlists.flatMap(({ voiceUse, items }) => [
      ...(items.length > 40 ? [faultAt(one, "playlists", `${voiceUses[voiceUse]}超过 40 段，请减少`)] : []),
      ...items
        .filter(({ item, state }) => "text" in item && state !== "missing" && !isLength(item.text))
        .map(({ words }) =>
          faultAt(one, "playlists", `${voiceUses[voiceUse]}的朗读文字有 ${words.length} 个字，请填写 1 到 200 个字`),
        ),
    ]),
    ...one.sound.texts
      .filter(({ text }) => !isLength(text))
      .map(({ text }) => faultAt(one, "texts", `显示文字有 ${text.length} 个字，请填写 1 到 200 个字`)),
    ...one.sound.texts
      .filter(({ seconds }) => !(seconds >= 1 && seconds <= 60))
      .map(({ seconds }) => faultAt(one, "texts", `显示文字停留 ${seconds} 秒，请填写 1 到 60 秒`)),
  ]);

function isLength(text: string): boolean {
  return text.trim().length > 0 && text.length <= 200;
}
