/** Places of the cell formats in stylesXml. */
export const styles = {
  plain: 0,
  header: 1,
  requiredHeader: 2,
  text: 3,
  date: 4,
  moment: 5,
  wrapped: 6,
  exampleText: 7,
  exampleNumber: 8,
  exampleDate: 9,
} as const;

export function dateStyle(style: number, isDay: boolean): number {
  if (!isDay) return styles.moment;
  return style >= styles.exampleText ? styles.exampleDate : styles.date;
}

const font = (inner: string) => `<font>${inner}<name val="宋体"/><charset val="134"/></font>`;
const fill = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
const format = (number: number, fontAt = 0, fillAt = 0, inner = "") =>
  `<xf numFmtId="${number}" fontId="${fontAt}" fillId="${fillAt}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${inner ? ` applyAlignment="1">${inner}</xf>` : "/>"}`;

const [asText, asDate, asMoment] = [49, 164, 165];
const middle = '<alignment vertical="center" wrapText="1"/>';

export const stylesXml = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="${asDate}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${asMoment}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="4">${[
  font('<sz val="11"/><color rgb="FF000000"/>'),
  font('<b/><sz val="11"/><color rgb="FF000000"/>'),
  font('<b/><sz val="11"/><color rgb="FF9C0006"/>'),
  font('<i/><sz val="11"/><color rgb="FF595959"/>'),
].join(
  "",
)}</fonts><fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill("DDEBF7")}${fill("FCE4D6")}${fill("F2F2F2")}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10">${[
  format(0),
  format(asText, 1, 2, middle),
  format(asText, 2, 3, middle),
  format(asText),
  format(asDate),
  format(asMoment),
  format(asText, 0, 0, '<alignment vertical="top" wrapText="1"/>'),
  format(asText, 3, 4),
  format(0, 3, 4),
  format(asDate, 3, 4),
].join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
