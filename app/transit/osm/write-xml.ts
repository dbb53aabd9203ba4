export interface OsmSample {
  nodes?: readonly SampleNode[];
  ways?: readonly { id: number; refs: readonly number[]; tags?: Record<string, string> }[];
  relations?: readonly { id: number; members: readonly SampleMember[]; tags?: Record<string, string> }[];
}

export interface SampleNode {
  id: number;
  lng: number;
  lat: number;
  tags?: Record<string, string>;
}

export interface SampleMember {
  type: "node" | "way" | "relation";
  ref: number;
  role?: string;
}

/** An OSM XML file of generated data, for the demo city and tests; elements in the order given. */
export function toOsmXml({ nodes = [], ways = [], relations = [] }: OsmSample): string {
  const lines = [
    ...nodes.map(({ id, lng, lat, tags }) =>
      element("node", { id, lat: lat.toFixed(7), lon: lng.toFixed(7) }, [], tags),
    ),
    ...ways.map(({ id, refs, tags }) =>
      element(
        "way",
        { id },
        refs.map((ref) => `<nd ref="${ref}"/>`),
        tags,
      ),
    ),
    ...relations.map(({ id, members, tags }) => element("relation", { id }, members.map(memberTag), tags)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="bus-back-office">\n${lines.join(
    "\n",
  )}\n</osm>\n`;
}

function memberTag({ type, ref, role = "" }: SampleMember): string {
  return `<member type="${type}" ref="${ref}" role="${escaped(role)}"/>`;
}

function element(
  name: string,
  attributes: Record<string, number | string>,
  inside: string[],
  tags: Record<string, string> = {},
): string {
  const head = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join("");
  const content = [
    ...inside,
    ...Object.entries(tags).map(([key, value]) => `<tag k="${escaped(key)}" v="${escaped(value)}"/>`),
  ];
  return content.length ? ` <${name}${head}>${content.join("")}</${name}>` : ` <${name}${head}/>`;
}

function escaped(text: string): string {
  const clean = text.replace(/[^\P{Cc}\t\n]/gu, "");
  return clean.replace(/[&<>"\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
