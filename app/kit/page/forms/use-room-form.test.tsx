import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { Reply } from "./read-form";
import { addingRow, removingRow, type RoomField, useRoomForm } from "./use-room-form";

vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => undefined }));

const Schema = z.object({
  name: z.string().max(8),
  roofed: z.boolean().optional(),
  size: z.number().optional(),
  list: z.array(z.object({ lineName: z.string().max(9), isMain: z.boolean().optional() })),
  extra: z.object({ wind: z.string().optional() }).optional(),
});

/** What a form shows of its fields. */
function fieldsOf(defaults: Record<string, unknown>, reply?: Reply) {
  let found: Record<string, RoomField> = {};
  function Form() {
    [, found] = useRoomForm(Schema, reply, defaults);
    return null;
  }
  renderToString(<Form />);
  return found;
}

it("shows a record's values as a form sends them, and nothing for what is not there", () => {
  const fields = fieldsOf({ name: null, roofed: false, size: 0 });
  expect([fields.name, fields.roofed, fields.size].map((field) => field!.initialValue)).toEqual([
    undefined,
    undefined,
    "0",
  ]);
  expect(fieldsOf({ roofed: true }).roofed!.initialValue).toBe("on");
});

it("names the fields of rows and parts as their posts are read, with their rules and their faults", () => {
  const reply = { status: "error", error: { "list[1].lineName": ["太长"], size: null } } as unknown as Reply;
  const fields = fieldsOf(
    { list: [{ lineName: "1路", isMain: true }, { lineName: "2路" }], extra: { wind: "4" } },
    reply,
  );
  const [first, second] = fields.list!.getFieldList().map((row) => row.getFieldset());
  expect(first!.lineName).toMatchObject({
    id: "form-list[0].lineName",
    name: "list[0].lineName",
    initialValue: "1路",
    required: true,
    errors: undefined,
  });
  expect(first!.isMain!.initialValue).toBe("on");
  expect(second!.lineName!.errors).toEqual(["太长"]);
  expect(fields.extra!.getFieldset().wind).toMatchObject({ name: "extra.wind", initialValue: "4" });
  expect(fields.size!.errors).toBeUndefined();
});

it("asks for a row more or less by buttons that posts are read by", () => {
  expect(JSON.parse(addingRow("list", { isMain: true, lineName: null }).value)).toEqual({
    type: "insert",
    payload: { name: "list", defaultValue: { isMain: "on" } },
  });
  expect(JSON.parse(removingRow("list", 2).value)).toEqual({ type: "remove", payload: { name: "list", index: 2 } });
});
