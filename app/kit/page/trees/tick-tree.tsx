import type { ReactNode } from "react";
import { fieldValues, type FieldProps } from "~/kit/page/forms/field";
import { Finder } from "~/kit/page/forms/finder";
import { lookedForOf } from "~/kit/page/forms/picks";
import { Group } from "~/kit/page/forms/tick-fields";
import { TreeItem } from "./tree-table";
import { treeRows, withParents } from "./tree";
import styles from "./tree.module.css";

export interface TickNode {
  id: string;
  label: string;
  note?: string;
  disabled?: boolean;
  /** Only names what stands below it, without a box; for ticks that stand alone. */
  heading?: boolean;
  children: TickNode[];
}

/** The button that ticks all below a node; `readTicked` understands it. */
export const tickBelow = "tickBelow";

interface TickTreeProps extends FieldProps {
  tree: readonly TickNode[];
  alone?: boolean;
  look?: string;
  whole?: boolean;
}

/** A tick stands for its node and all above it, never those below, read by `readTicked`; with `alone` for itself. A `whole` one is the page: it does not scroll by itself. Another stands among fields: it has a box to look in it, and is closed but for the ways to what is ticked or found. */
export function TickTree({ tree, alone, look, whole, ...props }: TickTreeProps) {
  const ticked = new Set(fieldValues(props.field));
  const {
    field,
    disabled,
    hint = alone
      ? undefined
      : "勾选一项会同时包含它的上级；勾选上级不会同时勾选下级，要包含全部下级，请按该项后面的“全选下级”。",
  } = props;
  const rows = treeRows(tree);
  const small = whole && rows.length <= 200;
  const found = rows.map(({ node }) => node).filter((node) => look && isNamed(node, look));
  const ways = new Set(withParents(tree, [...found.map(({ id }) => id), ...(whole ? [] : ticked)]));
  const marked = (node: TickNode) => (found.includes(node) ? <mark>{node.label}</mark> : node.label);
  const branch = (nodes: readonly TickNode[], level: number): ReactNode =>
    nodes.map((node) => (
      <TreeItem
        key={node.id}
        id={node.id}
        name={node.label}
        open={small || level === 0 || ways.has(node.id)}
        below={node.children.length > 0 && branch(node.children, level + 1)}
      >
        {node.heading ? (
          <strong>{marked(node)}</strong>
        ) : (
          <label>
            <input
              type="checkbox"
              name={field.name}
              value={node.id}
              defaultChecked={ticked.has(node.id)}
              disabled={disabled || node.disabled}
              autoFocus={whole && node === found[0]}
            />
            {marked(node)}
          </label>
        )}
        {node.note && <span className={styles.note}>{node.note}</span>}
        {node.children.length > 0 && !disabled && !alone && (
          <button
            className="linklike"
            name={tickBelow}
            value={node.id}
            formNoValidate
            aria-label={`全选 ${node.label} 的下级`}
          >
            全选下级
          </button>
        )}
      </TreeItem>
    ));
  return (
    <Group {...props} wide hint={hint} role="group" over={whole}>
      {!whole && (
        <Finder field={field.name} label={props.label} keyword={look ?? ""} placeholder="名称" leadsTo={field.id} />
      )}
      <div className={styles.looked} data-found={whole ? undefined : field.name}>
        {!whole && <input type="hidden" name={lookedForOf(field.name)} value={look ?? ""} />}
        {look && (
          <p role="status">{found.length === 0 ? `没有找到“${look}”。` : `“${look}”有 ${found.length} 处，已标出。`}</p>
        )}
        <div className={whole ? styles.ticks : `${styles.ticks} ${styles.low}`} data-tick-tree={alone ? undefined : ""}>
          {/* Enter presses a form's first button: it saves, rather than ticking what is below the first node. */}
          {!alone && !disabled && <button hidden tabIndex={-1} aria-hidden="true" />}
          <ul className={styles.tree}>{branch(tree, 0)}</ul>
        </div>
      </div>
    </Group>
  );
}

const isNamed = ({ label, note = "" }: TickNode, word: string) =>
  `${label} ${note}`.toLowerCase().includes(word.toLowerCase());
