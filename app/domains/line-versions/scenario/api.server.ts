import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "~/domains/lines/policy";
import { countScenario } from "./scenario.server";
import { Scenario, ScenarioRequest } from "./schema";

export const scenarioApi = api("/api/line/v1.0", {
  classifyScenario: endpoint(may.read, ScenarioRequest, Scenario, (viewer, { versions, periods }) =>
    countScenario(viewer, versions, periods),
  ),
});
