import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";
import table from "~/kit/page/tables/lined-table.module.css";
import type { ShownItem } from "./item-words.server";

interface Props {
  items: readonly ShownItem[];
  url: string;
  isEditable: boolean;
}

/** What is in a package; each change with what speaks against it. */
export function ItemSection({ items, url, isEditable }: Props) {
  return (
    <Section
      title={`变更（${items.length}）`}
      actions={
        isEditable && (
          <a className="button" href={`${url}/add`}>
            加入变更
          </a>
        )
      }
    >
      {items.length === 0 ? (
        <p className="quiet">还没有变更：加入线路的草稿，或计划站点和围栏的修改。</p>
      ) : (
        <table className={table.lined}>
          <caption className="unseen">变更</caption>
          <thead>
            <tr>
              <th scope="col">种类</th>
              <th scope="col">名称</th>
              <th scope="col">内容</th>
              {isEditable && <th scope="col">操作</th>}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.itemUuid}>
                <td>{item.kindName}</td>
                <td>
                  <a href={item.href}>{item.title}</a>
                </td>
                <td>
                  {item.changes.map((change) => (
                    <div key={change}>{change}</div>
                  ))}
                  {item.refusal && <p className="notice bad">{item.refusal}</p>}
                </td>
                {isEditable && (
                  <td>
                    <form method="post">
                      <OnceField />
                      <input type="hidden" name="itemUuid" value={item.itemUuid} />
                      {item.kind !== "version" && <a href={`${url}/${item.kind}?key=${item.recordKey}`}>修改</a>}{" "}
                      <button
                        className="button"
                        name="do"
                        value="remove"
                        aria-label={`移除${item.kindName} ${item.title}`}
                      >
                        移除
                      </button>
                    </form>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
