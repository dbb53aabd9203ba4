import { describe, expect, it } from "vitest";
import { busDirections, roadSkipLabels } from "./access";

const both = { forward: true, backward: true };
const ahead = { forward: true, backward: false };
const back = { forward: false, backward: true };

const tagsOf = (text: string) => Object.fromEntries(text.split(" ").map((pair) => pair.split("=") as [string, string]));

describe("which roads a bus may use", () => {
  it.each<[string, ReturnType<typeof busDirections>]>([
    ["highway=primary", both],
    ["highway=residential", both],
    ["highway=road", both],
    ["highway=motorway_link oneway=yes", ahead],
    ["building=yes", "not-a-road"],
    ["highway=platform", "not-a-road"],
    ["highway=footway", "not-for-buses"],
    ["highway=steps bus=yes", "not-for-buses"],
    ["highway=raceway", "not-for-buses"],
    ["highway=pedestrian", "not-for-buses"],
    ["highway=pedestrian psv=yes", both],
    ["highway=pedestrian area=yes", "area"],
    ["highway=track", "not-for-buses"],
    ["highway=track bus=designated", both],
    ["highway=construction construction=primary", "not-built"],
    ["highway=proposed", "not-built"],
    ["highway=service", both],
    ["highway=service service=alley", both],
    ["highway=service service=parking_aisle", "parking"],
    ["highway=service service=driveway", both],
    ["highway=service service=driveway bus=yes", both],
    ["highway=service access=private", "no-access"],
    ["highway=service access=private bus=yes", both],
    ["highway=primary access=no", "no-access"],
    ["highway=primary access=no psv=yes", both],
    ["highway=primary access=no bus=designated", both],
    ["highway=primary access=no vehicle=yes", both],
    ["highway=primary motor_vehicle=no", both],
    ["highway=tertiary_link motor_vehicle=no oneway=yes", ahead],
    ["highway=primary motor_vehicle=no bus=no", "no-access"],
    ["highway=primary vehicle=no", "no-access"],
    ["highway=primary motor_vehicle=no access=no", "no-access"],
    ["highway=primary motor_vehicle:backward=no", ahead],
    ["highway=motorway motor_vehicle=no", "no-access"],
    ["highway=residential motor_vehicle=no", "no-access"],
    ["highway=service motor_vehicle=no", "no-access"],
    ["highway=primary motor_vehicle=no bus=yes", both],
    ["highway=primary vehicle=no motor_vehicle=destination", both],
    ["highway=primary motor_vehicle=private", "no-access"],
    ["highway=primary bus=no", "no-access"],
    ["highway=primary psv=yes bus=no", "no-access"],
    ["highway=primary psv=no", "no-access"],
    ["highway=primary access=unheard_of", both],
    ["highway=primary access=no bus:forward=yes", ahead],
    ["highway=primary vehicle:backward=no", ahead],
    ["highway=busway", both],
    ["highway=busway access=no motor_vehicle=no", both],
    ["highway=busway bus=no", "no-access"],
    ["highway=living_street access=permissive", both],
  ])("%s", (tags, expected) => {
    expect(busDirections(tagsOf(tags))).toEqual(expected);
  });

  it.each<[string, ReturnType<typeof busDirections>]>([
    ["oneway=yes", ahead],
    ["oneway=true", ahead],
    ["oneway=1", ahead],
    ["oneway=-1", back],
    ["oneway=no", both],
    ["oneway=reversible", both],
    ["junction=roundabout", ahead],
    ["junction=circular", ahead],
    ["junction=roundabout oneway=-1", back],
    ["junction=roundabout oneway=no", both],
    ["oneway=yes oneway:bus=no", both],
    ["oneway=yes oneway:psv=no", both],
    ["oneway=yes oneway:bus=-1", back],
    ["oneway=no oneway:bus=yes", ahead],
    ["oneway=yes oneway:bicycle=no", ahead],
    ["oneway=yes busway=opposite_lane", both],
    ["oneway=-1 busway=opposite_lane", both],
    ["oneway=yes busway=lane", ahead],
    ["oneway=yes busway:left=opposite_lane", both],
    ["oneway=yes busway:right=opposite_lane", both],
    ["oneway=yes lanes:bus:backward=1", both],
    ["oneway=yes lanes:psv:backward=2", both],
    ["oneway=yes lanes:bus:forward=1", ahead],
    ["oneway=-1 lanes:bus:forward=1", both],
    ["oneway=yes bus:backward=yes", both],
    ["oneway=yes psv:backward=designated", both],
    ["oneway=yes bus:lanes:backward=designated", both],
    ["oneway=yes bus:lanes:backward=no|designated", both],
    ["oneway=yes bus:lanes:forward=designated", ahead],
  ])("directions of %s", (tags, expected) => {
    expect(busDirections({ highway: "secondary", ...tagsOf(tags) })).toEqual(expected);
  });

  it("takes motorways as one-way", () => {
    expect(busDirections({ highway: "motorway" })).toEqual(ahead);
    expect(busDirections({ highway: "motorway", oneway: "no" })).toEqual(both);
  });

  it("names every reason in Chinese", () => {
    for (const label of Object.values(roadSkipLabels)) expect(label).toMatch(/\p{Script=Han}/u);
  });
});
