import { useLoaderData } from "@remix-run/react";
import { compareUrl, periodText } from "~/domains/lines/schema";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { compareVersions, versionsToCompare } from "../compare/compare.server";
import { ComparedMap } from "../compare/compared-map";
import { ComparedTable } from "../compare/compared-table";
import styles from "../compare/compare.module.css";
import { may } from "../policy";
import { lineHref } from "../room";

export const handle = screen({ title: "比较线路版本" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const [a, b] = [url.searchParams.get("a") ?? "", url.searchParams.get("b") ?? ""];
  const compared = a && b ? await compareVersions(viewer, a, b) : null;
  const asked = (side: "lineA" | "lineB") => url.searchParams.get(side)?.trim().slice(0, 64);
  const [left, right] = await Promise.all([
    versionsToCompare(viewer, asked("lineA") ?? compared?.left.lineName ?? ""),
    versionsToCompare(viewer, asked("lineB") || compared?.right.lineName || asked("lineA") || ""),
  ]);
  return {
    compared,
    choices: [
      { name: "a", side: "左", version: a, ...left },
      { name: "b", side: "右", version: b, ...right },
    ],
  };
});

export default function Compare() {
  const { compared, choices } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        {compared && (
          <a className="button" href={compareUrl(compared.right.versionUuid, compared.left.versionUuid)}>
            左右互换
          </a>
        )}
      </Heading>
      {compared && <Compared {...compared} />}
      <Section title={compared ? "比较其他版本" : "选择要比较的版本"}>
        <form method="get" className={styles.choose}>
          {choices.map(({ name, side, line }) => (
            <label key={name}>
              {side}边的线路
              <input
                name={`line${name.toUpperCase()}`}
                defaultValue={line}
                placeholder="名称、编号或拼音"
                maxLength={64}
              />
            </label>
          ))}
          <button className="button">列出版本</button>
        </form>
        {choices.every(({ versions }) => versions.length > 0) ? (
          <form method="get" className={styles.choose}>
            {choices.map(({ name, side, version, versions }) => (
              <label key={name}>
                {side}边的版本
                <select name={name} defaultValue={version}>
                  {versions.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            ))}
            <button className="button primary">比较</button>
          </form>
        ) : (
          choices.map(
            ({ name, line, found }) =>
              line && (
                <p key={name} className="quiet">
                  {found
                    ? `${line}还没有版本：编辑站点后会产生草稿。`
                    : `没有找到线路“${line}”，请换一个名称、编号或拼音。`}
                </p>
              ),
          )
        )}
      </Section>
    </>
  );
}

function Compared({
  left,
  right,
  directions,
  roads,
}: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["compared"]>) {
  return (
    <>
      <div className={styles.sides}>
        {[
          { side: left, name: "左", style: styles.left },
          { side: right, name: "右", style: styles.right },
        ].map(({ side, name, style }) => (
          <div key={name} className={style}>
            {name}：
            <a href={lineHref({ ...side, mainUuid: side.lineUuid }, "", { version: side.versionUuid })}>
              {side.lineName} {side.classifyName}
            </a>{" "}
            {side.standing} {periodText(side)}
          </div>
        ))}
      </div>
      {directions.map(({ direction, directionName, rows, left: a, right: b, ...map }) => (
        <Section key={direction} title={directionName}>
          <p>
            站数 {differing(a.stations, b.stations)}，长度 {differing(lengthText(a.mileage), lengthText(b.mileage))}，
            {differenceText(rows)}
          </p>
          <div className={styles.beside}>
            <ComparedTable rows={rows} caption={`${directionName}站点比较，站距单位公里`} />
            <ComparedMap title={`${directionName}路径比较`} roads={roads} {...map} />
          </div>
        </Section>
      ))}
    </>
  );
}

const lengthText = (kilometres: number | null) => (kilometres === null ? "没有路径" : `${kilometres.toFixed(3)} 公里`);

const differing = (a: number | string, b: number | string) => (a === b ? String(a) : `${a} → ${b}`);

function differenceText(rows: readonly { kind: string; differences: string[]; left: unknown }[]): string {
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  const parts = [
    count("left") && `${count("left")} 站只在左边`,
    count("right") && `${count("right")} 站只在右边`,
    count("moved") && `${rows.filter(({ kind, left }) => kind === "moved" && left).length} 站换了位置`,
    rows.some(({ differences }) => differences.length > 0) &&
      `${rows.filter(({ differences }) => differences.length > 0).length} 站的设置不同`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join("，") : "站点完全相同";
}
