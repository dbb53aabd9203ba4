import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { MapRoad, MapStation } from "./line-drawing";
import type { LngLat } from "~/transit/geo/lng-lat";
import { fitViewport } from "~/transit/geo/project";
import type { MapShape } from "~/transit/geo/shape";
import { drawStations } from "./station-drawing";
import { SvgMap } from "./svg-map";

const path: LngLat[] = Array.from({ length: 6000 }, (_, i) => [
  116.3 + i / 40_000,
  39.9 + Math.sin(i / 200) / 60 + ((i * 7919) % 13) / 1e6,
]);
const stations: MapStation[] = Array.from({ length: 60 }, (_, i) => {
  const [lng, lat] = path[i * 100]!;
  return { serial: i + 1, staName: `第${i + 1}中学<东>`, lng, lat, spacing: i === 0 ? null : 400 };
});
const roads: MapRoad[] = Array.from({ length: 4000 }, (_, i) => {
  const [lng, lat] = [116.3 + ((i * 37) % 1000) / 6600, 39.88 + ((i * 91) % 1000) / 20_000];
  return {
    roadClass: ["primary", "residential", "service", "tertiary"][i % 4]!,
    roadName: `${i % 40}号路`,
    coords: [lng, lat, lng + 0.002, lat + 0.0003, lng + 0.003, lat],
  };
});
const full = () =>
  renderToStaticMarkup(
    <SvgMap
      title="1路 上行"
      path={path}
      stations={stations}
      roads={roads}
      breaks={[path.slice(0, 5)]}
      highlights={[7]}
      spacing
    />,
  );

describe("the server-drawn map", () => {
  test("stays small for a line of thousands of points among thousands of roads", () => {
    const svg = full();
    expect(svg.length).toBeLessThan(40_000);
    expect(svg).not.toContain("NaN");
  });

  test("is the same each time, says what it shows, and escapes names", () => {
    const svg = full();
    expect(full()).toBe(svg);
    expect(svg).toMatch(/role="img"/);
    expect(svg).toMatch(/<title[^>]*>1路 上行<\/title>/);
    expect(svg).toContain("共60站，从第1中学&lt;东&gt;到第60中学&lt;东&gt;");
    expect(svg).not.toContain("<东>");
  });

  test("with nothing to draw it is still a map", () => {
    const svg = renderToStaticMarkup(<SvgMap title="空" />);
    expect(svg).toContain("北");
    expect(svg).not.toContain("NaN");
  });

  test("fills a frame of another shape with roads beyond the picture's edge, and ends at it elsewhere", () => {
    const long: MapRoad = { roadClass: "primary", coords: [115, 39.87, 118, 39.87] };
    const across = (fill: boolean) => {
      const svg = renderToStaticMarkup(<SvgMap title="站" fill={fill} roads={[long]} marker={[116.38, 39.87]} />);
      return Number(/d="m(-?\d+)/.exec(svg)![1]) / 4;
    };
    expect(across(true)).toBeLessThan(-150);
    expect(across(false)).toBeGreaterThan(-10);
  });

  test("buses that stand together do not write over each other", () => {
    const dots = ["1001", "1002"].map((label, i) => ({
      key: label,
      label,
      title: label,
      online: true,
      lat: 39.87,
      azimuth: null,
      lng: 116.38 + i / 1e6,
    }));
    const svg = renderToStaticMarkup(<SvgMap title="车" dots={dots} marker={[116.38, 39.87]} />);
    expect(svg.match(/>100\d<\/text>/g)).toHaveLength(1);
  });

  test("one point, one rectangle", () => {
    expect(renderToStaticMarkup(<SvgMap title="位置" marker={[116.38, 39.87]} />)).toContain("translate(360 240)");
    expect(
      renderToStaticMarkup(<SvgMap title="选区" rectangle={{ minLng: 116, minLat: 39, maxLng: 117, maxLat: 40 }} />),
    ).toContain("fill-opacity");
  });
});

describe("areas", () => {
  const fence = (i: number): MapShape => ({
    shape: {
      kind: "polygon",
      ring: Array.from({ length: 40 }, (_, k): LngLat => [
        116.3 + (i % 10) / 50 + Math.cos(k / 6.4) / 300,
        39.85 + Math.floor(i / 10) / 60 + Math.sin(k / 6.4) / 300,
      ]),
    },
    label: `围栏<${i}>`,
    colour: "#e8590c",
  });

  test("several at once are in sight, named, and stay small", () => {
    const svg = renderToStaticMarkup(<SvgMap title="围栏" shapes={Array.from({ length: 50 }, (_, i) => fence(i))} />);
    expect(svg).toContain("围栏&lt;7&gt;");
    expect(svg).not.toContain("NaN");
    expect(svg.length).toBeLessThan(60_000);
    expect(svg).toContain('role="img"');
  });

  test("have short names, and none that would stand on another", () => {
    const twice = [fence(15), fence(15)].map((one) => ({ ...one, label: "长".repeat(64) }));
    const svg = renderToStaticMarkup(<SvgMap title="围栏" shapes={[...twice, fence(0), fence(9)]} />);
    expect(svg.match(/>长+…?<\/text>/g)).toEqual([`>${"长".repeat(15)}…</text>`]);
  });

  test("links where they lead somewhere, numbers corners where asked, is a dot where it would be too small", () => {
    const one = renderToStaticMarkup(<SvgMap title="围栏" shapes={[{ ...fence(0), href: "/f/1", corners: true }]} />);
    expect(one).toContain('href="/f/1"');
    expect(one).toContain(">40</text>");
    expect(one).toContain('role="group"');
    const far = renderToStaticMarkup(
      <SvgMap
        title="围栏"
        shapes={[{ shape: { kind: "circle", centre: [116.38, 39.87], radius: 20 } }]}
        bounds={{ minLng: 116, minLat: 39, maxLng: 117, maxLat: 40 }}
      />,
    );
    expect(far).toContain('r="5"');
  });
});

describe("stations", () => {
  test("ends and highlights always have their number and name, no two circles overlap", () => {
    const view = fitViewport({ minLng: 116.3, minLat: 39.88, maxLng: 116.45, maxLat: 39.92 }, 720, 480, 40);
    const drawn = drawStations(stations, view, {
      highlights: new Set([7]),
      labels: true,
      spacing: true,
      line: [],
      reserved: [],
    }).stations;
    for (const serial of [1, 7, 60])
      expect(drawn[serial - 1]).toMatchObject({ full: true, emphasis: true, label: expect.anything() });
    const circles = drawn.filter((one) => one.full);
    for (const a of circles)
      for (const b of circles)
        if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(17.9);
    expect(circles.length).toBeGreaterThan(20);
  });
});
