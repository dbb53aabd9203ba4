import { Facts } from "~/kit/page/screens";
import { sheetModes } from "~/kit/room/sheets/sheet";
import type { ImportView } from "./load-import.server";

export function Summary({ row }: { row: ImportView }) {
  return (
    <Facts
      facts={[
        { label: "模板", value: row.title },
        { label: "文件", value: `${row.fileName}${row.kind === "import" ? `（${row.size}）` : ""}` },
        { label: row.kind === "import" ? "上传" : "导出", value: `${row.createdByName}，${row.created}` },
        ...(row.kind === "import"
          ? [
              { label: "方式", value: sheetModes[row.mode] },
              { label: "修改原因", value: row.reason },
              { label: "确认", value: row.confirmedByName },
            ]
          : []),
        { label: "结束时间", value: row.finished },
        ...(row.undone ? [{ label: "撤销", value: `${row.undoneByName}，${row.undone}` }] : []),
        { label: "用时", value: row.ms === null ? "" : `${(row.ms / 1000).toFixed(1)} 秒` },
      ]}
    />
  );
}
