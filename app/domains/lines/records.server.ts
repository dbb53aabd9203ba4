import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { SearchKeySource } from "~/kit/data/db/remake-search-keys.server";
import { normalizeForSearch, padded, searchKeys, spellingOf } from "~/kit/data/search/search-keys";

export const lineRecord: RecordTable = {
  table: "line",
  key: "lineUuid",
  room: "lines",
  noun: "线路",
  derived: ["pinyin", "initials", "searchGrams", "nameOrder", "sourceRefs", "sourceHash", "importedVersion"],
  unique: {
    line_name_living: { path: "lineName", message: "线路名称已被使用" },
    line_id_living: { path: "lineId", message: "线路编号已被使用" },
    line_device_no_living: { path: "lineDeviceNo", message: "线路设备编号已被使用" },
    line_source_living: { path: "source", message: "这个来源的线路已经导入" },
  },
};

export const classifyRecord: RecordTable = {
  table: "lineClassify",
  key: "classifySid",
  room: "lines",
  noun: "线路分类",
  unique: {
    classify_name_living: { path: "classifyName", message: "这条线路已有同名分类" },
    classify_primary_living: { path: "sortType", message: "一条线路只能有一个主分类" },
  },
};

export const foundLines: SearchKeySource = {
  table: "line",
  key: "lineUuid",
  from: ["lineName", "lineId", "lineDeviceNo"],
  make: (row) => lineKeys(row as never),
};

export function visibleLines(viewer: Viewer): RawBuilder<boolean> {
  return inScope(viewer, sql`line.org_id`);
}

export function lineKeys({
  lineName,
  lineId,
  lineDeviceNo,
}: {
  lineName: string;
  lineId?: string | null;
  lineDeviceNo?: number | null;
}) {
  const keys = searchKeys(lineName, lineId, lineDeviceNo ? String(lineDeviceNo) : null);
  return {
    ...keys,
    nameOrder: (spellingOf(lineName).pinyin || normalizeForSearch(lineName)).replace(/\d+/g, padded),
  };
}

/** A line's state as of a day: one that runs is not opened before its first version is in force. */
export const stateOn = (day: string) =>
  sql`case when line.state = 10 and not exists (select from line_version held join line_classify kept using (classify_sid)
    where kept.main_uuid = line.line_uuid and kept.deleted_at is null and held.deleted_at is null and lower(held.valid) <= ${day}::date) then 0 else line.state end`;
