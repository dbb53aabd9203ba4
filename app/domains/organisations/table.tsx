import { z } from "zod";
import { OnceField } from "~/kit/page/forms/once";
import type { Column } from "~/kit/page/tables/define-table";
import { recordTable } from "~/kit/room/record-table";
import { recordUrl } from "~/kit/room/room";
import { organisationRoom, type OrganisationRow } from "./room";

const { show, labels } = organisationRoom.words;
const word = (
  id: keyof OrganisationRow & string,
  look: { width: number; aside?: boolean },
): Column<OrganisationRow> => ({
  ...look,
  id,
  header: labels[id]!,
  cell: (row) => (row[id] === null ? "" : show(id, row[id])),
});

export const organisationColumns = (mayWrite: boolean): Column<OrganisationRow>[] => [
  {
    id: "orgName",
    header: labels.orgName!,
    width: 260,
    cell: (row) => (
      <a href={recordUrl(organisationRoom, row)} title={row.orgName}>
        {row.orgName}
      </a>
    ),
  },
  word("orgCode", { width: 110 }),
  word("orgType", { width: 90 }),
  word("state", { width: 60 }),
  word("leader", { width: 100, aside: true }),
  word("phone", { width: 130, aside: true }),
  ...(mayWrite
    ? [{ id: "actions", header: "操作", width: 210, cell: (row: OrganisationRow) => <Actions row={row} /> }]
    : []),
];

export const organisationTable = recordTable<OrganisationRow & { parentName?: string | null }>(organisationRoom, {
  columns: [
    "orgCode",
    "orgName",
    { id: "parentName", header: labels.orgPid! },
    "orgType",
    "state",
    "sort",
    "leader",
    "phone",
    "address",
    { id: "lng", align: "right" },
    { id: "lat", align: "right" },
  ],
  filters: [{ name: "keyword", label: "", rule: z.string().trim().max(64).optional() }],
  sortBy: "sort,orgCode",
});

function Actions({ row }: { row: OrganisationRow }) {
  const url = recordUrl(organisationRoom, row);
  const shift = (by: string, label: string) => (
    <button className="linklike" name="by" value={by} aria-label={`${label} ${row.orgName}`}>
      {label}
    </button>
  );
  return (
    <>
      <a href={`${organisationRoom.url}/new?below=${row.orgId}`} aria-label={`在 ${row.orgName} 下新增`}>
        新增下级
      </a>
      <a href={`${url}/edit`} aria-label={`编辑 ${row.orgName}`}>
        编辑
      </a>
      <form method="post" action={`${url}/shift`}>
        <OnceField />
        {shift("up", "上移")} {shift("down", "下移")}
      </form>
    </>
  );
}
