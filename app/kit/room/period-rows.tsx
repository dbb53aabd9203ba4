import { fieldValue } from "~/kit/page/forms/field";
import { Finder, LookedFor } from "~/kit/page/forms/finder";
import { notTheirs, type OfferedChoices } from "~/kit/page/forms/picks";
import { RowCell, rowControl, rowTable } from "~/kit/page/forms/row-cell";
import { addingRow, removingRow, type RoomField } from "~/kit/page/forms/use-room-form";
import type { Period } from "./periods";
import styles from "./period-rows.module.css";

interface PeriodRowsProps {
  field: RoomField;
  offered: OfferedChoices;
  today: string;
}

/** Together more choices than these make a page heavy: then a row has its own line only, and a new one all. */
const mostInRows = 600;

export const lineOfRow = (field: string) => `${field}[].lineUuid`;

/** The lines of a bus or a person as rows of a form: each with its days, whether it is the main line then, and a button to remove it. */
export function PeriodRows({ field, offered, today }: PeriodRowsProps) {
  const { name } = field;
  const rows = field.getFieldList();
  const looksFor = lineOfRow(name);
  const all = rows.length * offered.choices.length <= mostInRows && (offered.all || offered.keyword !== "");
  const place = `${name}-rows`;
  return (
    <div className={rowTable} id={place}>
      <table>
        <caption className="unseen">授权的起止日期</caption>
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">线路</th>
            <th scope="col">主线路</th>
            <th scope="col">开始日期</th>
            <th scope="col">结束日期</th>
            <th scope="col">
              <span className="unseen">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const { lineUuid, isMain, beginDate, endDate } = row.getFieldset() as Record<keyof Period, RoomField>;
            const chosen = fieldValue(lineUuid) ?? "";
            const number = `第 ${index + 1} 行`;
            return (
              <tr
                key={index}
                data-faulty={[lineUuid, isMain, beginDate, endDate].some(({ errors }) => errors) || undefined}
              >
                <td>{index + 1}</td>
                <RowCell field={lineUuid}>
                  {/* A row just added is the one to go on with. */}
                  <span data-found={looksFor}>
                    <select {...rowControl(lineUuid, `${number}线路`)} defaultValue={chosen} autoFocus={!chosen}>
                      <option value="">请选择</option>
                      {offered.choices
                        .filter(({ value }) => all || !chosen || value === chosen)
                        .map(({ value, label }) => (
                          <option key={value} value={value}>
                            {label}
                          </option>
                        ))}
                      {chosen && !offered.choices.some(({ value }) => value === chosen) && (
                        <option value={chosen}>{notTheirs}</option>
                      )}
                    </select>
                  </span>
                </RowCell>
                <RowCell field={isMain}>
                  <input
                    type="checkbox"
                    {...rowControl(isMain, `${number}主线路`)}
                    defaultChecked={/^(on|true)$/.test(fieldValue(isMain) ?? "")}
                  />
                </RowCell>
                <RowCell field={beginDate}>
                  <input
                    type="date"
                    {...rowControl(beginDate, `${number}开始日期`)}
                    defaultValue={fieldValue(beginDate)}
                  />
                </RowCell>
                <RowCell field={endDate}>
                  <input type="date" {...rowControl(endDate, `${number}结束日期`)} defaultValue={fieldValue(endDate)} />
                </RowCell>
                <td>
                  <button
                    className="linklike"
                    {...removingRow(name, index)}
                    formAction={`#${place}`}
                    aria-label={`删除${number}`}
                  >
                    删除
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="quiet">
        {rows.length === 0 ? "还没有线路。" : "结束日期是最后一天，留空表示长期；同一天只能有一条主线路。"}
      </p>
      {!offered.all && (
        <div className={styles.find}>
          <Finder
            field={looksFor}
            label="线路"
            keyword={offered.keyword}
            placeholder="查找线路：名称、拼音或首字母"
            leadsTo={place}
          />
          <span data-found={looksFor}>
            <LookedFor field={looksFor} offered={offered} />
          </span>
        </div>
      )}
      <button className="button" {...addingRow(name, { beginDate: today })}>
        增加一行
      </button>
    </div>
  );
}
