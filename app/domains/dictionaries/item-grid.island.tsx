import type { MRT_ColumnDef } from "mantine-react-table";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { RowGrid, typedUnder } from "~/kit/page/grids/row-grid.island";
import { useIslandHost } from "~/kit/page/islands/host";
import { sortItems, isFixed, itemField, itemFields, moveItem, type TypedItem, usesOf, withNewItem } from "./item-form";
import type { ItemRowsProps } from "./item-rows";

type GridItem = TypedItem & {
  id: number;
  use?: string;
  fixed: boolean;
  errors: Partial<Record<keyof TypedItem, string>>;
};

interface Meta {
  set: (id: number, name: keyof TypedItem, value: string | undefined) => void;
  fresh: number | undefined;
}

/** The rows of a dictionary's items with dragging; it fills the same form fields, saving is the form's. */
export default function ItemGrid({ items, used, fixed, wrong }: ItemRowsProps) {
  const host = useIslandHost();
  const [rows, setRows] = useState<GridItem[]>(() => {
    const uses = usesOf(items, used);
    return items.map((item, at) => ({
      ...item,
      ...ticked(host?.typed, at),
      id: at,
      use: uses[at],
      fixed: isFixed(item, fixed),
      errors: errorsAt(wrong, at),
    }));
  });
  const [fresh, setFresh] = useState<number>();
  const next = useRef(items.length);
  const columns = useMemo(columnsOf, []);
  const set: Meta["set"] = (id, name, value) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, [name]: value } : row)));

  // The form's own buttons post it; here what they do is done in place.
  useEffect(() => {
    const form = host?.element.closest("form");
    const press = (event: Event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("button[name=do]");
      if (button?.value !== "add" && button?.value !== "arrange") return;
      event.preventDefault();
      if (button.value === "arrange") return setRows(sortItems);
      const id = next.current++;
      setFresh(id);
      setRows((all) => withNewItem(all, { id, fixed: false, errors: {} } as GridItem) as GridItem[]);
    };
    form?.addEventListener("click", press);
    return () => form?.removeEventListener("click", press);
  }, [host]);

  return (
    <RowGrid
      columns={columns}
      rows={rows}
      whereOf={whereOf}
      move={(from, to) => setRows(moveItem(rows, from, to))}
      remove={(at) => setRows(rows.filter((_, place) => place !== at))}
      removeLabel="删除"
      kept={({ use }) =>
        use && (
          <span className="quiet" title={`${use}正在使用，只能停用`}>
            使用中
          </span>
        )
      }
      onlyInSight={rows.length > 60}
      show={fresh}
      meta={{ set, fresh } satisfies Meta}
    >
      {rows.map((row, at) => (
        <Sent key={row.id} row={row} at={at} />
      ))}
    </RowGrid>
  );
}

const Sent = memo(function Sent({ row, at }: { row: GridItem; at: number }) {
  return itemFields.map(
    (name) =>
      row[name] !== undefined && <input key={name} type="hidden" name={itemField(at, name)} value={row[name]} />,
  );
});

const whereOf = (row: GridItem, at: number) => `第 ${at + 1} 项 ${row.itemName ?? ""}`.trim();

function columnsOf(): MRT_ColumnDef<GridItem>[] {
  const typed = (
    name: "sort" | "itemNum" | "itemName" | "remark",
    header: string,
    size: number,
    most: number,
  ): MRT_ColumnDef<GridItem> => ({
    id: name,
    header,
    size,
    Cell: ({ row: { original, index }, table }) => {
      const { set, fresh } = table.options.meta as Meta;
      const error = original.errors[name];
      return (
        <>
          <input
            value={original[name] ?? ""}
            style={{ width: "100%", minWidth: size - 16, textAlign: name === "sort" ? "right" : "left" }}
            maxLength={most}
            inputMode={name === "sort" ? "numeric" : undefined}
            readOnly={
              (name === "itemNum" && (original.use !== undefined || original.fixed)) ||
              (name === "itemName" && original.fixed)
            }
            autoComplete="off"
            autoFocus={name === "itemNum" && original.id === fresh}
            aria-label={`${whereOf(original, index)} 的${header}`}
            aria-invalid={error ? true : undefined}
            onChange={(event) => set(original.id, name, event.target.value)}
          />
          {error && <div style={{ whiteSpace: "normal", color: "var(--bad)" }}>{error}</div>}
        </>
      );
    },
  });
  return [
    typed("sort", "排序", 62, 4),
    typed("itemNum", "项编码", 124, 32),
    typed("itemName", "项名称", 180, 64),
    typed("remark", "备注", 164, 255),
    {
      id: "isValid",
      header: "启用",
      size: 56,
      Cell: ({ row: { original, index }, table }) => (
        <input
          type="checkbox"
          checked={original.isValid === "on"}
          aria-label={`启用 ${whereOf(original, index)}`}
          onChange={(event) =>
            (table.options.meta as Meta).set(original.id, "isValid", event.target.checked ? "on" : undefined)
          }
        />
      ),
    },
  ];
}

function errorsAt(wrong: ItemRowsProps["wrong"], at: number): GridItem["errors"] {
  return Object.fromEntries(
    itemFields.flatMap((name) => (wrong[itemField(at, name)] ? [[name, wrong[itemField(at, name)]!.join("；")]] : [])),
  );
}

/** A row as typed before the grid stood; a tick that was taken away is not among what was typed. */
function ticked(typed: Record<string, string> | undefined, at: number): TypedItem {
  return typed ? { isValid: undefined, ...typedUnder(typed, itemField(at, "" as keyof TypedItem)) } : {};
}
