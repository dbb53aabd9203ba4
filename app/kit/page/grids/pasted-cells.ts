const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;

/** The rows of cells that a spreadsheet has put on the clipboard. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length;) {
    cell.lastIndex = at;
    const [all, quoted, plain, ending] = cell.exec(text)!;
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    at += all.length;
    if (ending === "" || (ending !== "\t" && at === text.length)) break;
    if (ending !== "\t") rows.push([]);
  }
  return rows;
}
