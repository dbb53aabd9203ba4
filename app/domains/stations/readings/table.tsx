import { z } from "zod";
import { defineTable } from "~/kit/page/tables/define-table";
import { ShortSound } from "~/kit/page/sounds/short-sound";
import { stationRoom } from "../room";
import type { NameRow } from "./names.server";
import { stoodField, writtenField } from "./said";
import styles from "./readings.module.css";

export const NameFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  which: z.enum(["several", "settled"], { error: "请从列表中选择" }).optional(),
});
export type NameFilters = z.output<typeof NameFilters>;

export const readingsUrl = `${stationRoom.url}/readings`;
/** Those that are worth a look. */
export const doubtfulUrl = `${readingsUrl}?which=several`;
/** The form that the inputs of the list belong to. */
export const readingsForm = "readings-form";

/** A name with what was typed and ticked beside it when that was refused. */
export interface ShownName extends NameRow {
  typed?: string;
  isTicked?: boolean;
  fault?: string;
}

export const nameTable = defineTable<ShownName>()({
  columns: [
    {
      id: "staName",
      header: "站名",
      width: 240,
      cell: ({ staName, stations }) => (
        <a href={`${stationRoom.url}?${new URLSearchParams({ staName }).toString()}`}>
          {staName}
          {stations > 1 && <span className="quiet">（{stations} 个站）</span>}
        </a>
      ),
    },
    {
      id: "reading",
      header: "现在读作",
      cell: ({ reading, doubts }) => (
        <>
          <span lang="zh-Latn-pinyin">{reading}</span>
          {doubts.map(({ characters, others }) => (
            <div key={characters} className="quiet">
              “{characters}”也读 {others.join("、")}
            </div>
          ))}
        </>
      ),
    },
    {
      id: "sound",
      header: "听",
      width: 88,
      cell: ({ staUuid, staName }) => (
        <ShortSound src={`${stationRoom.url}/${staUuid}/name-sound`} label={`朗读 ${staName}`} />
      ),
    },
    {
      id: "pronunciation",
      header: "读错时写读音",
      width: 260,
      cell: ({ staUuid, staName, pronunciation, typed, fault }) => (
        <>
          <input type="hidden" form={readingsForm} name={`${stoodField}${staUuid}`} value={pronunciation ?? ""} />
          <input
            form={readingsForm}
            name={`${writtenField}${staUuid}`}
            defaultValue={typed ?? pronunciation ?? ""}
            aria-label={`${staName} 的读音`}
            aria-invalid={fault ? true : undefined}
            maxLength={255}
            autoComplete="off"
            className={styles.written}
          />
          {fault && <div className={styles.fault}>{fault}</div>}
        </>
      ),
    },
    {
      id: "agreed",
      header: "读得对",
      width: 150,
      cell: ({ staName, pronunciation, agreedBy, isTicked }) =>
        pronunciation ? (
          <span className="quiet">按写的读</span>
        ) : (
          <label className={styles.tick}>
            <input
              type="checkbox"
              form={readingsForm}
              name={agreedBy ? "doubted" : "agreed"}
              value={staName}
              defaultChecked={isTicked}
            />{" "}
            {agreedBy ? `${agreedBy} 认定，取消` : "读得对"}
          </label>
        ),
    },
  ],
  filters: NameFilters,
  filterFields: [
    { name: "keyword", label: "站名", placeholder: "站名、拼音、首字母" },
    {
      name: "which",
      label: "哪些",
      choices: [
        { value: "several", label: "有多音字，还没有核对" },
        { value: "settled", label: "写了读音或认定过" },
      ],
    },
  ],
  sortBy: "staName",
  rowKey: ({ staName, pronunciation }) => [staName, pronunciation].join(" "),
});
