export { defineTable, pageSizes, type Column, type FilterField, type PageSize, type Table } from "./define-table";
export { hrefFor, queryOf } from "./hrefs";
export { countOf, type Total } from "./pages";
export { readSort, readState, type Sort, type TableState } from "./state";
export { TableView } from "./table-view";
