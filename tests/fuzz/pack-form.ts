import type { Random } from "./random";

type Pairs = [string, string][];
interface Packed {
  headers: Record<string, string>;
  body: Buffer;
}

/** As a browser sends it: urlencoded, or multipart where the form has files. */
export function packForm(pairs: Pairs, files: readonly string[], random: Random): Packed {
  return files.length > 0 ? multipart(pairs, files, random) : urlencoded(pairs);
}

function urlencoded(pairs: Pairs): Packed {
  const body = Buffer.from(new URLSearchParams(pairs).toString());
  return { headers: { "content-type": "application/x-www-form-urlencoded" }, body };
}

/** The form sent in a way that no browser does. */
export function packFormOddly(pairs: Pairs, files: readonly string[], random: Random): Packed {
  const { body } = urlencoded(pairs);
  const typed = (type: string, text: string | Buffer = body) => ({
    headers: { "content-type": type },
    body: Buffer.from(text),
  });
  return random.pick([
    () => multipart(pairs, files.length > 0 ? files : ["file"], random),
    () => multipart(pairs, [], random),
    () => typed("application/x-www-form-urlencoded", `${body.toString()}&%ED%A0%80=%FF%00&%=%&&=&a`),
    () => typed("application/x-www-form-urlencoded; charset=gbk"),
    () => typed("text/plain"),
    () => typed("application/json", JSON.stringify(Object.fromEntries(pairs))),
    () => typed(""),
    () => typed("multipart/form-data"),
    () => typed("multipart/form-data; boundary=b", "--b\r\nbroken"),
    () =>
      typed(
        "multipart/form-data; boundary=b",
        '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Disposition: x\r\n\r\n1\r\n--b--\r\n',
      ),
    () =>
      typed(
        "multipart/form-data; boundary=b",
        "--b\r\nContent-Disposition: form-data; filename*=utf-8''%FF; name\r\n\r\n1\r\n--b--\r\n",
      ),
    () => typed("multipart/form-data; boundary=b", `--b\r\n${"x: y\r\n".repeat(3000)}\r\n1\r\n--b--\r\n`),
    () => ({ headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" }, body }),
    () => ({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: Buffer.alloc(0) }),
  ])();
}

const osm = `<?xml version="1.0"?><osm version="0.6"><node id="1" lat="39.9" lon="116.4"/><node id="2" lat="39.91" lon="116.41"/><way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const contents: (string | Buffer)[] = [
  "",
  "\u0000",
  osm,
  png,
  png.subarray(0, 40),
  "站点编号,站点名称,经度,纬度\n1,甲,116.4,39.9\n",
  "PK\u0003\u0004",
  "<osm>",
  "{}",
  '{"type":"FeatureCollection","features":[]}',
  '"a\n',
  "=1+1,__proto__\n",
  Buffer.from([0xff, 0xfe, 0x00]),
  "长".repeat(50_000),
];
const good = [
  ['filename="a.csv"\r\nContent-Type: text/csv', "站点编号,站点名称,经度,纬度\n1,甲,116.4,39.9\n"],
  ['filename="a.osm"\r\nContent-Type: text/xml', osm],
  ['filename="a.png"\r\nContent-Type: image/png', png],
] as const;
const names = [
  "a.csv",
  "a.osm",
  "a.png",
  "a.xlsx",
  "a.zip",
  "a.geojson",
  "",
  "../../a",
  "站点.csv",
  "a\u0000.png",
  "a".repeat(300),
  'a\\".csv',
  "CON",
  ".",
  "=1.csv",
];

function multipart(pairs: Pairs, files: readonly string[], random: Random): Packed {
  const boundary = "----fuzz";
  const part = (head: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ];
  const parts = [
    ...pairs.flatMap(([name, value]) => part(`name="${name.replace(/["\r\n]/g, "%22")}"`, value)),
    ...files.flatMap((name) => {
      const type = random.pick(["text/csv", "image/png", "application/octet-stream", "a/b; c=d", ""]);
      const how = random.next();
      if (how < 0.35) return part(`name="${name}"; filename=""\r\nContent-Type: application/octet-stream`, "");
      const [head, content] = random.pick(good);
      if (how < 0.6) return part(`name="${name}"; ${head}`, content);
      const times = random.isTrue(0.1) ? 3 : 1;
      return Array.from({ length: times }, () =>
        part(`name="${name}"; filename="${random.pick(names)}"\r\nContent-Type: ${type}`, random.pick(contents)),
      ).flat();
    }),
  ];
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, body };
}
