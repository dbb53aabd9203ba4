import { columnName } from "./sheet";
import { escapeText } from "./write-cells";

export function remarkParts(
  remarks: readonly string[],
  columns: readonly { width: number }[],
): { comments: string; drawing: string } {
  const noted = remarks.map((text, at) => ({ text, at })).filter(({ text }) => text !== "");
  return {
    comments: `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors><commentList>${noted
      .map(
        ({ text, at }) =>
          `<comment ref="${columnName(at)}1" authorId="0"><text><t xml:space="preserve">${escapeText(text)}</t></text></comment>`,
      )
      .join("")}</commentList></comments>`,
    drawing: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${noted.map(({ text, at }) => box(text, at, columns)).join("")}</xml>`,
  };
}

const boxWidth = 240;
const lettersOfLine = 17;

function box(text: string, at: number, columns: readonly { width: number }[]): string {
  let right = at + 1;
  for (let room = 0; room < boxWidth; right++) room += 7 * (columns[right]?.width ?? 8);
  const lines = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersOfLine)), 0);
  return `<v:shape id="_x0000_s${1025 + at}" type="#_x0000_t202" style="position:absolute;width:${boxWidth}px;height:${20 * (lines + 1)}px;z-index:${at + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${at + 1}, 8, 0, 4, ${right}, 0, ${lines + 1}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${at}</x:Column></x:ClientData></v:shape>`;
}
