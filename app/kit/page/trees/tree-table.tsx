import type { CSSProperties, ReactNode } from "react";
import type { Column } from "~/kit/page/tables/define-table";
import { saysState, stateMark } from "~/kit/page/tables/state-mark";
import type { TreeNode } from "./tree";
import styles from "./tree.module.css";

interface TreeTableProps<Row> {
  tree: readonly TreeNode<Row>[];
  /** The first holds the names, further in at each level, and takes the width that is left; the others stand beside it. */
  columns: readonly Column<Row>[];
  /** The name as plain text, for what opens its branch. */
  nameOf: (row: Row) => string;
  isOpen: (node: TreeNode<Row>, level: number) => boolean;
  caption: string;
  current?: string;
  /** Form to which ticked nodes belong, named `ids`; without one there are no ticks. */
  tickForm?: string;
}

/** A tree with columns beside the names: nested lists whose branches open and close without JavaScript. */
export function TreeTable<Row>({ tree, columns, nameOf, isOpen, caption, current, tickForm }: TreeTableProps<Row>) {
  const branch = (nodes: readonly TreeNode<Row>[], level: number): ReactNode =>
    nodes.map((node) => (
      <TreeItem
        key={node.id}
        id={node.id}
        name={nameOf(node)}
        open={isOpen(node, level)}
        current={node.id === current}
        below={node.children.length > 0 && branch(node.children, level + 1)}
      >
        {tickForm && (
          <input
            type="checkbox"
            className={styles.tick}
            name="ids"
            value={node.id}
            form={tickForm}
            aria-label={`选择 ${nameOf(node)}`}
          />
        )}
        {columns.map((column) => cell(column, node))}
      </TreeItem>
    ));
  return (
    <div className={styles.table} style={widths(columns)}>
      <div className={styles.head} aria-hidden="true">
        {columns.map((column) => (
          <span key={column.id} className={look(column)}>
            {column.header}
          </span>
        ))}
      </div>
      <ul className={styles.tree} aria-label={caption}>
        {branch(tree, 0)}
      </ul>
    </div>
  );
}

interface TreeItemProps {
  id: string;
  name: string;
  open: boolean;
  current?: boolean;
  below: ReactNode;
  children: ReactNode;
}

export function TreeItem({ id, name, open, current, below, children }: TreeItemProps) {
  return (
    <li id={`node-${id}`}>
      <div className={styles.row} data-current={current ? "" : undefined}>
        {children}
      </div>
      {below && (
        <details open={open}>
          <summary title="展开或收起">
            <span className="unseen">{name} 的下级</span>
          </summary>
          <ul className={styles.branch}>{below}</ul>
        </details>
      )}
    </li>
  );
}

/** Not a component: a tree may have thousands of cells. Screen readers hear a cell's column before it. */
function cell<Row>(column: Column<Row>, row: Row) {
  const value = column.cell ? column.cell(row) : (row as Record<string, unknown>)[column.id];
  const text = typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  return (
    <span key={column.id} className={look(column)} title={text}>
      {text && <span className="unseen">{column.header}：</span>}
      {text && saysState(column.header) ? stateMark(text) : (text ?? (value as ReactNode))}
    </span>
  );
}

const look = ({ align, aside }: { align?: "left" | "right" | "center"; aside?: boolean }) =>
  [styles.cell, align && styles[align], aside && styles.aside].filter(Boolean).join(" ");

function widths(columns: readonly { width?: number; aside?: boolean }[]) {
  const [first, ...beside] = columns;
  const least = first?.width ?? 220;
  const measure = (some: typeof beside) => ({
    columns: ["minmax(0, 1fr)", ...some.map(({ width }) => `${width ?? 120}px`)].join(" "),
    least: `${some.reduce((sum, { width }) => sum + (width ?? 120), least + 40)}px`,
  });
  const [wide, narrow] = [measure(beside), measure(beside.filter(({ aside }) => !aside))];
  return {
    "--columns-wide": wide.columns,
    "--least-wide": wide.least,
    "--columns-narrow": narrow.columns,
    "--least-narrow": narrow.least,
  } as CSSProperties;
}
