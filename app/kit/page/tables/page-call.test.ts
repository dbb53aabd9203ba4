import { expect, it } from "vitest";
import { z } from "zod";
import { pageListRequest } from "./page-call.server";

const ofList = (sortBy: string) =>
  pageListRequest({ filters: z.object({}), sortBy, sortable: new Set(["code", "name"]) } as never);

it.each([
  ["code,-name", {}, ["code", "-name"]],
  ["code,-name", { sortOrder: "asc" }, ["code", "-name"]],
  ["code,-name", { sortOrder: "desc" }, ["-code", "name"]],
  ["-code", { sortOrder: "desc" }, ["-code"]],
  ["-code", { sortOrder: "asc" }, ["code"]],
  ["-code", { sortField: "name" }, ["name"]],
  ["-code", { sortField: "name", sortOrder: "asc" }, ["name"]],
  ["code", { sortField: "name", sortOrder: "desc" }, ["-name"]],
])("a list in the order %s, asked with %j, stands in the order %j", (sortBy, sent, order) => {
  const { sort } = ofList(sortBy).parse(sent);
  expect(sort.map(({ id, desc }) => (desc ? `-${id}` : id))).toEqual(order);
});
