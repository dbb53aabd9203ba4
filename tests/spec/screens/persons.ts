import { expect } from "vitest";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";
import { orgNamed } from "../../kit/organisations";
import { postNamed } from "../../kit/post-named";

const path = "/personnel/personnel-management";

builtScreen(path, {
  heading: "人员管理",
  shows: fleetNames.persons.first,
  async change(person) {
    const orgId = await orgNamed("一车队");
    const postUuid = await postNamed(fleetNames.posts.conductor);
    const form = await person.get(`${path}/new`);
    expect(form.$("main form").text()).toContain("可被选用");
    const saved = await form.submit({ jobNumber: "SPEC1", name: "规格员", orgId, postUuid });
    expect((await saved.follow()).text).toContain("已保存人员 规格员");
    expect((await person.get(`${path}?keyword=ggy`)).$("tbody").text()).toContain("规格员");
  },
});
