import { OnceField } from "~/kit/page/forms/once";
import { OffsetsTable } from "~/kit/page/import-flow/offsets-table";
import { Section } from "~/kit/page/screens";
import { contradictingCrs, contradictionWords } from "~/kit/room/sheets/sheet-places";
import { FILE_CRS, FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import styles from "./sheet-imports.module.css";
import type { TroubleProps } from "./trouble-screen";
import { importUrl } from "./urls";

/** In which coordinate system a file's places are read, what speaks for which, and the choice of another. */
export function PlacesSection({ row, mayImport }: Pick<TroubleProps, "row" | "mayImport">) {
  const { crs, preview } = row;
  const { places } = preview!;
  if (!crs && !places) return null;
  const other = contradictingCrs(places);
  return (
    <Section title="坐标系">
      {crs && <p>按 {FILE_CRS_LABELS[crs]} 读取，已换算为本系统的 WGS84。</p>}
      {other && <p className="notice warn">{contradictionWords(places!)}请选择文件的坐标系，选择之前不能导入。</p>}
      {places && places.offsets.length > 0 && !other && <p>按 WGS84 读取，与道路核对没有矛盾。</p>}
      {places && places.offsets.length === 0 && (
        <p>按 WGS84 读取，没有道路可以核对。文件的坐标若来自百度或高德地图，请选择它们的坐标系。</p>
      )}
      {other && <OffsetsTable likely={places!} chosen="WGS84" />}
      {mayImport && (
        <form method="post" action={`${importUrl(row)}/columns`} className={styles.actions}>
          <OnceField />
          <label>
            文件的坐标系{" "}
            <select name="crs" defaultValue={crs ?? other ?? "WGS84"}>
              {FILE_CRS.filter((one) => one !== "GCJ02x2" || one === other || one === crs).map((one) => (
                <option key={one} value={one}>
                  {FILE_CRS_LABELS[one]}
                </option>
              ))}
            </select>
          </label>
          <button className={other ? "button primary" : "button"}>按所选坐标系重新检查</button>
        </form>
      )}
    </Section>
  );
}
