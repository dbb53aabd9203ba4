import type { Clip, CompiledLine, CompiledPlaylist, Node, Playlist } from "~/transit/announcements/model";
import type { LineSpeech } from "./voice/heard";

/** What a generated file lets be heard, whatever line, recipe and library have become since; `sources` are those of its clips by their content. */
export function generatedSpeech(
  { classifySid, lineNo, names, isLoop, directions, voiceVersion, nodes, publicNodes, clips }: CompiledLine,
  sources: ReadonlyMap<string, Clip["source"]>,
): LineSpeech {
  const playlistOf = ({ voiceUse, items }: CompiledPlaylist): Playlist => ({
    voiceUse,
    voiceType: items.some(({ text }) => text !== undefined) ? 2 : 1,
    items: items.map(({ clip, text }) => (clip ? { audioUuid: String(clip) } : { text: text! })),
  });
  return {
    isGenerated: true,
    line: { classifySid, lineNo, names, isLoop, directions },
    recipe: {
      versionNum: voiceVersion,
      slots: [],
      texts: [],
      publicNodes: publicNodes.map(({ playlists, ...node }, at) => ({
        ...node,
        nodeUuid: `public-${at + 1}`,
        playlists: playlists.map(playlistOf),
      })),
    },
    nodes: nodes.map(({ playlists, ...node }): Node => ({
      ...node,
      nodeUuid: `${node.direction}-${node.serial}`,
      playlists: playlists.map(playlistOf),
    })),
    clips: clips.map((clip, at) => ({
      ...clip,
      audioUuid: String(at + 1),
      source: sources.get(clip.sha256) ?? "recorded",
    })),
  };
}
