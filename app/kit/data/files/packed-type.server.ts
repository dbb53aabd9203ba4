import { openPromise } from "yauzl";

/** What a zip is by the names in its directory, of which nothing is unpacked; `head`: its first bytes. A damaged one is application/zip. */
export async function packedType(file: string, head: Buffer): Promise<string> {
  const told = toldFirst(head);
  if (told) return told;
  const names = await firstNames(file).catch(() => []);
  const office = offices.find(({ part }) => names.some((name) => part.test(name)));
  if (!office) return "application/zip";
  return names.some((name) => /\/vbaProject\.bin$/i.test(name)) ? office.withMacros : office.type;
}

/** OpenDocument and EPUB say what they are in their first entry, which is not packed. */
function toldFirst(head: Buffer): string | undefined {
  const [, told] =
    /^mimetype(application\/(?:vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip))PK/.exec(
      head.toString("latin1", 30, 200),
    ) ?? [];
  return told;
}

const openXml = "application/vnd.openxmlformats-officedocument";
const offices = [
  {
    part: /^xl\/(workbook\.xml$|worksheets\/)/i,
    type: `${openXml}.spreadsheetml.sheet`,
    withMacros: "application/vnd.ms-excel.sheet.macroenabled.12",
  },
  {
    part: /^word\/document\.xml$/i,
    type: `${openXml}.wordprocessingml.document`,
    withMacros: "application/vnd.ms-word.document.macroenabled.12",
  },
  {
    part: /^ppt\/presentation\.xml$/i,
    type: `${openXml}.presentationml.presentation`,
    withMacros: "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  },
];

const mostNames = 1000;

async function firstNames(file: string): Promise<string[]> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const names: string[] = [];
  try {
    for await (const { fileName } of zip.eachEntry()) if (names.push(fileName) === mostNames) break;
  } finally {
    zip.close();
  }
  return names;
}
