import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Table.css";
import "mantine-react-table/styles.css";
import { MRT_Localization_ZH_HANS } from "mantine-react-table/locales/zh-Hans/index.esm.mjs";

/** What all grids have in common: a plain table of all rows, as high as a window at most. */
export const gridLook = {
  localization: MRT_Localization_ZH_HANS,
  enableSorting: false,
  enablePagination: false,
  enableColumnActions: false,
  enableTopToolbar: false,
  enableBottomToolbar: false,
  mantinePaperProps: { withBorder: false, shadow: "none" },
  initialState: { density: "xs" },
} as const;
