import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import * as F from "./fields";
import { ErrorSummary, Fields, labelsIn } from "./form-parts";
import type { Reply } from "./read-form";
import { useRoomForm } from "./use-room-form";

vi.mock("@remix-run/react", () => ({ useRouteLoaderData: () => undefined }));

const Schema = z.object({
  name: z.string().max(8),
  kind: z.enum(["1", "2"]),
  roofed: z.boolean().optional(),
  marks: z.array(z.string()).optional(),
  day: z.iso.date().optional(),
  remark: z.string().optional(),
});
const kinds = [
  { value: "1", label: "甲" },
  { value: "2", label: "乙" },
];

function Page({ reply }: { reply?: Reply }) {
  const [form, fields] = useRoomForm(Schema, reply, {
    name: "东站",
    kind: "2",
    roofed: true,
    marks: ["b"],
    remark: "<b>",
  });
  const inputs = (
    <Fields>
      <F.TextField field={fields.name} label="名称" hint="最多 8 个字" />
      <F.ChoiceField field={fields.kind} label="类型" choices={kinds} />
      <F.CheckField field={fields.roofed} label="有棚" />
      <F.ChoicesField
        field={fields.marks}
        label="设施"
        choices={[
          { value: "a", label: "座椅" },
          { value: "b", label: "灯" },
        ]}
      />
      <F.DateField field={fields.day} label="日期" />
      <F.TextareaField field={fields.remark} label="备注" />
      <F.HiddenField field={fields.name} value={5} />
    </Fields>
  );
  return (
    <>
      <ErrorSummary form={form} labels={labelsIn(inputs)} />
      {inputs}
    </>
  );
}

const inputs = (html: string, name: string) =>
  html.match(new RegExp(`<(input|select)[^>]* name="${name}"[^>]*>`, "g"))!;

describe("fields", () => {
  const html = renderToString(<Page />);

  it("shows the record's values and the schema's rules", () => {
    expect(inputs(html, "name")[0]).toMatch(/value="东站"/);
    expect(inputs(html, "name")[0]).toMatch(/maxLength="8"/i);
    expect(inputs(html, "name")[0]).toMatch(/required/);
    expect(html).toMatch(/<option value="2" selected="">乙/);
    expect(inputs(html, "roofed")[0]).toMatch(/checked/);
    expect(inputs(html, "marks").map((input) => /checked/.test(input))).toEqual([false, true]);
    expect(inputs(html, "day")[0]).toMatch(/type="date"/);
    expect(html).toContain("&lt;b&gt;</textarea>");
  });

  it("ties label, hint and control together", () => {
    expect(html).toMatch(/<label[^>]* for="form-name"/);
    expect(inputs(html, "name")[0]).toMatch(/aria-describedby="form-name-description"/);
  });

  it("shows what was typed and what is wrong, and leads to it", () => {
    const reply = {
      status: "error",
      initialValue: { name: "太长的名字", kind: "2" },
      error: { name: ["最多 8 个字"], roofed: ["不能没有棚"] },
    } as Reply;
    const again = renderToString(<Page reply={reply} />);
    const [name] = inputs(again, "name");
    expect(name).toMatch(/value="太长的名字"/);
    expect(name).toMatch(/aria-invalid="true"/);
    expect(name).toMatch(/aria-describedby="form-name-error form-name-description"/);
    expect(inputs(again, "roofed")[0]).not.toMatch(/checked/);
    expect(inputs(again, "roofed")[0]).toMatch(/aria-describedby="form-roofed-error"/);
    expect(again).toMatch(/id="form-roofed-error">不能没有棚</);
    expect(again).toMatch(/<a href="#form-name">名称：最多 8 个字/);
    const form = { id: "form", allErrors: { sure: ["请先勾选"] } };
    const asked = renderToString(<ErrorSummary form={form} labels={{ sure: "我已知道：会过期" }} />);
    expect(asked).toContain('<a href="#form-sure">请先勾选</a>');
  });
});
