import type { ReactNode } from "react";
import { Heading } from "~/kit/page/screens/heading";
import { tickForm, Ticked } from "~/kit/page/screens/ticked";
import type { Column } from "~/kit/page/tables/define-table";
import { type TreeNode, treeMatching, treeRows, withParents } from "./tree";
import { TreeTable } from "./tree-table";
import styles from "./tree.module.css";

export interface TreeQuery {
  find: string;
  /** `all` branches, `none`, or a node's id: the way to it. */
  open: string;
  rest: string;
}

/** Reads `?keyword=`, `?open=` and the page's own filters, whose names are given. */
export function readTreeQuery({ searchParams }: URL, kept: readonly string[] = []): TreeQuery {
  const rest = new URLSearchParams(
    kept.flatMap((name) => searchParams.getAll(name).map((value): [string, string] => [name, value])),
  );
  return {
    find: (searchParams.get("keyword") ?? "").trim().slice(0, 64),
    open: (searchParams.get("open") ?? "").slice(0, 32),
    rest: String(rest),
  };
}

const hrefOf = ({ rest }: TreeQuery, open?: string) => `?${[rest, open && `open=${open}`].filter(Boolean).join("&")}`;

interface TreeScreenProps<Row> {
  tree: readonly TreeNode<Row>[];
  /** The first holds the names. */
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  /** What a search looks through; the name alone when absent. */
  textOf?: (row: Row) => string;
  asked: TreeQuery;
  /** Whose tree it is: offers, as far as the viewer may, the pages new, recycle and bulk under its address. */
  room?: { url: string };
  may?: { write: boolean; remove: boolean };
  /** Where 新增 leads, if not to the room's plain form. */
  addTo?: string;
  actions?: ReactNode;
  /** Inputs before the search, in the same form; `readTreeQuery` is told their names. */
  filters?: ReactNode;
  placeholder?: string;
  emptyText?: ReactNode;
}

/** A whole page of a tree: title and actions, search, the tree; `?open=<key>` shows the way to one node. */
export function TreeScreen<Row>(props: TreeScreenProps<Row>) {
  const {
    tree,
    columns,
    nameOf,
    textOf = nameOf,
    asked,
    room,
    may,
    addTo = `${room?.url}/new`,
    actions,
    filters,
    placeholder = "名称",
    emptyText = "还没有记录。",
  } = props;
  const ticks = room !== undefined && (may?.write || may?.remove);
  const wanted = asked.find.toLowerCase();
  const answers = (row: Row) => textOf(row).toLowerCase().includes(wanted);
  const shown = wanted ? treeMatching(tree, answers) : tree;
  const isOpen = wanted
    ? ({ children }: TreeNode<Row>) => treeMatching(children, answers).length > 0
    : opener(tree, asked.open);
  return (
    <div className={styles.screen}>
      <Heading>
        {actions}
        {room && may?.remove && (
          <a className="button" href={`${room.url}/recycle`}>
            回收站
          </a>
        )}
        {room && may?.write && (
          <a className="button primary" href={addTo}>
            新增
          </a>
        )}
      </Heading>
      <form className={styles.find} role="search">
        {filters}
        <input name="keyword" aria-label="查找" placeholder={placeholder} defaultValue={asked.find} maxLength={64} />
        <button className="button">查找</button>
        {asked.find && <a href={hrefOf(asked)}>清除条件</a>}
        <a href={hrefOf(asked, "all")}>全部展开</a>
        <a href={hrefOf(asked, "none")}>全部收起</a>
      </form>
      <div className={styles.scroller} data-keep-scroll="tree">
        {shown.length > 0 ? (
          <TreeTable
            tree={shown}
            columns={columns}
            nameOf={nameOf}
            isOpen={isOpen}
            caption="树"
            current={asked.open}
            tickForm={ticks ? tickForm : undefined}
          />
        ) : (
          <p className={styles.empty}>
            {wanted ? (
              <>
                没有找到“{asked.find}”。<a href={hrefOf(asked)}>清除条件</a>
              </>
            ) : (
              emptyText
            )}
          </p>
        )}
      </div>
      {ticks && shown.length > 0 && (
        <div className={styles.foot}>
          <Ticked url={room.url} change={may!.write} remove={may!.remove}>
            <span className="quiet">勾选上级不会同时勾选下级</span>
          </Ticked>
        </div>
      )}
    </div>
  );
}

/** A small tree stands open, of a large one the first level; asked for a node, also the way to it. */
function opener<Row>(tree: readonly TreeNode<Row>[], open: string) {
  if (open === "all" || open === "none") return () => open === "all";
  const small = treeRows(tree).length <= 100;
  const way = new Set(withParents(tree, [open]));
  return ({ id }: { id: string }, level: number) => small || level === 0 || way.has(id);
}
