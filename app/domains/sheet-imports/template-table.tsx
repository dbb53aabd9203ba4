import framed from "~/kit/page/tables/lined-table.module.css";
import type { OfferedSheet } from "./offered.server";
import styles from "./sheet-imports.module.css";
import { importsUrl } from "./urls";

/** What may be exchanged: each template with its files. */
export function TemplateTable({ sheets }: { sheets: readonly OfferedSheet[] }) {
  return (
    <table className={`${framed.lined} ${styles.named}`}>
      <caption className="unseen">模板与导出</caption>
      <thead>
        <tr>
          <th scope="col">模板</th>
          <th scope="col">列数</th>
          <th scope="col">必填的列</th>
          <th scope="col">下载</th>
        </tr>
      </thead>
      <tbody>
        {sheets.map(({ templateCode, title, columns, required, imports, exports }) => {
          const query = `?template=${encodeURIComponent(templateCode)}`;
          return (
            <tr key={templateCode}>
              <th scope="row">{imports ? <a href={query}>{title}</a> : title}</th>
              <td>{columns}</td>
              <td>{required.join("、")}</td>
              <td>
                {imports && (
                  <a href={`${importsUrl}/template${query}`} download>
                    下载{title}模板
                  </a>
                )}
                {exports && (
                  <>
                    <a href={`${importsUrl}/export${query}`} download>
                      导出 Excel
                    </a>
                    <a href={`${importsUrl}/export${query}&format=csv`} download>
                      导出 CSV
                    </a>
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
