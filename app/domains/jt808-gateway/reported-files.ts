/** Our own use of 0x0900: a line for each file that the terminal has, `kind number version`, and the checksum where it can tell. */
export const filesReported = 0xf0;

export function filesIn(data: Buffer) {
  const lines = data.toString("utf8").split("\n").slice(0, 200);
  return lines.flatMap((line) => {
    const [, kind, no, version, crc32] =
      /^([1-5]) ([\x21-\x7e]{1,32}) ([\x21-\x7e]{1,16})(?: ([0-9a-fA-F]{1,8}))?$/.exec(line.trim()) ?? [];
    return kind ? [{ kind: Number(kind) as 1 | 2 | 3 | 4 | 5, no: no!, version: version!, crc32 }] : [];
  });
}
