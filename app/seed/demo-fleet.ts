import { demoIdCard, demoImei, demoVin } from "./demo-numbers";
import { alongStreet } from "./demo-roads";

export const fleetNames = {
  busModels: { electric: "BJD-12E", hybrid: "BJD-10H", articulated: "BJD-18G" },
  deviceModels: { terminal: "CZJ-800", board: "DZP-200", coinBox: "TBJ-10" },
  posts: { driver: "驾驶员", conductor: "乘务员", dispatcher: "调度员" },
  depots: {
    east: { parkingNum: "CZ01", parkingName: "城东停车场" },
    hub: { parkingNum: "CZ02", parkingName: "滨江枢纽站" },
    west: { parkingNum: "CZ03", parkingName: "城西保养场" },
  },
  /** The first bus of 一车队 with its plate, one whose licence runs out soon, one overdue for inspection, and a scrapped one. */
  buses: { first: "1001", plate: "京AD10012", dueSoon: "1003", overdue: "1004", scrapped: "1036" },
  persons: { first: "GJ0001", dispatcher: "GJ0037", left: "GJ0040" },
  devices: { ofFirstBus: "SB0001", board: "SB0081", unbound: "SB0090" },
  fences: { plaza: "WL01", depot: "WL02", circle: "WL03", corridor: "WL04" },
  waitingArea: "城东待车区",
} as const;

const { busModels, deviceModels, depots } = fleetNames;

export const demoBusModels = [
  {
    modelNum: busModels.electric,
    modelName: "12米纯电动客车",
    brand: "滨江",
    manufacturer: "滨江客车厂",
    energyType: 5,
    length: 12_000,
    width: 2_550,
    height: 3_150,
    grossMass: 18_000,
    seats: 32,
    approved: 80,
    emission: "无",
    batteryKwh: 255,
    rangeKm: 300,
    maxSpeed: 69,
    doors: 2,
    deckType: 1,
  },
  {
    modelNum: busModels.hybrid,
    modelName: "10.5米插电混动客车",
    brand: "滨江",
    manufacturer: "滨江客车厂",
    energyType: 6,
    length: 10_500,
    width: 2_500,
    height: 3_150,
    grossMass: 16_000,
    seats: 28,
    approved: 70,
    emission: "国VI",
    batteryKwh: 60,
    rangeKm: 450,
    maxSpeed: 69,
    doors: 2,
    deckType: 1,
  },
  {
    modelNum: busModels.articulated,
    modelName: "18米铰接客车",
    brand: "滨江",
    manufacturer: "滨江客车厂",
    energyType: 4,
    length: 18_000,
    width: 2_550,
    height: 3_200,
    grossMass: 28_000,
    seats: 40,
    approved: 160,
    emission: "国VI",
    rangeKm: 400,
    maxSpeed: 69,
    doors: 4,
    deckType: 3,
  },
];

export const demoDeviceModels = [
  {
    modelNum: deviceModels.terminal,
    modelName: "车载机",
    factory: "滨江电子",
    protocol: "JT/T 808-2019",
    support: 3,
    fileTransport: "HTTP",
    noticeType: 2,
    maxFileMb: 20,
    audioCodec: "mp3",
    sampleRate: 22_050,
    charset: "GBK",
    sort: 1,
  },
  {
    modelNum: deviceModels.board,
    modelName: "电子站牌",
    factory: "江城科技",
    protocol: "站牌协议 2.0",
    support: 1,
    fileTransport: "HTTP",
    charset: "UTF-8",
    sort: 2,
  },
  {
    modelNum: deviceModels.coinBox,
    modelName: "投币机",
    factory: "滨江电子",
    protocol: "JT/T 808-2013",
    support: 1,
    charset: "GBK",
    sort: 3,
  },
];

export const demoPosts = ["驾驶员", "乘务员", "站务员", "调度员", "机务", "管理"].map((postName, place) => ({
  postCode: `P0${place + 1}`,
  postName,
  postType: place + 1,
  sort: place + 1,
}));

const round = (middle: [number, number], metres: number, corners: number) =>
  Array.from({ length: corners }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / corners;
    return [
      Number((middle[0] + (metres * Math.cos(turn)) / 85_400).toFixed(6)),
      Number((middle[1] + (metres * Math.sin(turn)) / 111_195).toFixed(6)),
    ];
  }).flat();

/** `org` is a fleet's place in the list of fleets. */
export const demoDepots = [
  {
    ...depots.east,
    org: 0,
    parkingType: 1,
    lng: 116.432,
    lat: 39.874,
    outline: round([116.432, 39.874], 120, 8),
    address: "科创新城以东，环城路外侧",
    landArea: 28_600,
    busBays: 120,
    chargers: 60,
    repairPits: 2,
    state: 2,
    ownership: 1,
  },
  {
    ...depots.hub,
    org: 1,
    parkingType: 3,
    lng: 116.381,
    lat: 39.8725,
    outline: round([116.381, 39.8725], 60, 6),
    address: "青年街与解放路路口西北角",
    landArea: 9_800,
    busBays: 24,
    chargers: 12,
    repairPits: 0,
    state: 2,
    ownership: 1,
  },
  {
    ...depots.west,
    org: 2,
    parkingType: 2,
    lng: 116.341,
    lat: 39.866,
    outline: null,
    address: "西客站以东，迎宾大道南侧",
    landArea: 15_200,
    busBays: 60,
    chargers: 20,
    repairPits: 8,
    state: 3,
    ownership: 2,
  },
];

const surnames = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许";
const given = ["建华", "志强", "秀英", "立新", "晓东", "桂兰", "文博", "海燕"];

export const demoPersons = Array.from({ length: 40 }, (_, place) => {
  const serial = place + 1;
  const post = serial <= 30 ? 1 : serial <= 33 ? 2 : serial <= 35 ? 3 : serial <= 37 ? 4 : serial === 38 ? 5 : 6;
  const birthday = `${1970 + (place % 25)}-${String((place % 12) + 1).padStart(2, "0")}-${String((place % 27) + 1).padStart(2, "0")}`;
  const sex = place % 5 === 2 ? 2 : 1;
  return {
    jobNumber: `GJ${String(serial).padStart(4, "0")}`,
    name: surnames[place % surnames.length]! + given[(place * 3) % given.length]!,
    sex,
    org: place % 3,
    post,
    personState: serial === 40 ? 100 : 0,
    isValid: serial !== 40,
    idCard: demoIdCard(birthday.replaceAll("-", ""), 2 * serial + (sex === 1 ? 1 : 0)),
    birthday,
    phone: `199000${String(serial).padStart(5, "0")}`,
    ...(post === 1 && {
      licenseNo: `JZ${String(serial).padStart(6, "0")}`,
      licenseClass: place % 4 === 0 ? "A3" : "A1",
      qualificationNo: `CY${String(serial).padStart(6, "0")}`,
    }),
    entryDate: `${2008 + (place % 15)}-03-01`,
    leaveDate: serial === 40 ? "2026-06-30" : null,
    icCard: `IC${String(serial).padStart(6, "0")}`,
  };
});

export const demoBuses = Array.from({ length: 36 }, (_, place) => {
  const serial = place + 1;
  const kind = place % 3;
  return {
    busSelfCode: String(1000 + serial),
    plateNum:
      kind === 2
        ? `京A1${String(serial).padStart(2, "0")}6G`
        : `京AD1${String(serial).padStart(3, "0")}${kind === 0 ? "2" : "8"}`.slice(0, 8),
    plateColor: kind === 2 ? 2 : 5,
    vin: demoVin(serial),
    model: kind,
    energyType: demoBusModels[kind]!.energyType,
    approvedNumber: demoBusModels[kind]!.approved,
    seatNumber: demoBusModels[kind]!.seats,
    org: Math.floor(place / 12),
    depot: Math.floor(place / 12),
    busState: serial === 36 ? 100 : serial === 35 ? 10 : 0,
    hasAc: true,
    floorType: 1,
    doorCount: demoBusModels[kind]!.doors,
    wheelchair: kind !== 2,
    mileage: 12_000 + 830.5 * serial,
    source: 0,
    productionDate: "2022-05-10",
    registerDate: `2022-${String((place % 6) + 6).padStart(2, "0")}-15`,
    driver: place < 30 ? place : null,
  };
});

/** Days from today of what a bus must renew: the third is nearly due, the fourth overdue. */
export function demoExpiries(serial: number): [string, number][] {
  return [
    ["drivingLicenseExpire", serial === 3 ? 12 : 200 + 5 * serial],
    ["compulsoryInsExpire", 150 + 3 * serial],
    ["commercialInsExpire", 160 + 3 * serial],
    ["nextInspection", serial === 4 ? -6 : 90 + 4 * serial],
    ["nextMaintenance", 45 + serial],
  ];
}

export const demoDevices = [
  ...Array.from({ length: 36 }, (_, place) => ({
    serial: place + 1,
    model: 0,
    devType: 1,
    bindType: "bus" as const,
    owner: place,
  })),
  ...Array.from({ length: 10 }, (_, place) => ({
    serial: 51 + place,
    model: 2,
    devType: 3,
    bindType: "bus" as const,
    owner: place,
  })),
  ...Array.from({ length: 6 }, (_, place) => ({
    serial: 81 + place,
    model: 1,
    devType: 6,
    bindType: "station" as const,
    owner: place,
  })),
  ...Array.from({ length: 2 }, (_, place) => ({
    serial: 88 + place,
    model: 1,
    devType: 7,
    bindType: "parking" as const,
    owner: place,
  })),
  { serial: 90, model: 0, devType: 1, bindType: null, owner: 0 },
].map(({ serial, ...device }) => ({
  ...device,
  devSelfCode: `SB${String(serial).padStart(4, "0")}`,
  imei: demoImei(serial),
  terminalPhone: device.devType === 1 ? `0000000000199001${String(serial).padStart(4, "0")}` : null,
  simPhone: `199001${String(serial).padStart(5, "0")}`,
  iccid: `8986000000000000${String(serial).padStart(4, "0")}`,
  installDate: "2025-06-01",
  isSlave: false,
}));

export const demoFences = [
  {
    fenceNum: "WL01",
    fenceName: "人民广场限速区",
    shape: 3,
    useType: 6,
    org: 0,
    lng: 116.3785,
    lat: 39.8657,
    coords: round([116.3785, 39.8657], 350, 7),
    ruleType: 30,
    limitSpeed: 30,
    timeWindows: [
      { from: "07:00", to: "09:00" },
      { from: "17:00", to: "19:00" },
    ],
    weekdays: [1, 2, 3, 4, 5],
    colour: "#e8590c",
  },
  {
    fenceNum: "WL02",
    fenceName: "城东停车场围栏",
    shape: 2,
    useType: 1,
    org: 0,
    lng: 116.432,
    lat: 39.874,
    coords: [116.43, 39.873, 116.434, 39.873, 116.434, 39.875, 116.43, 39.875],
    ruleType: 20,
    colour: "#2b8a3e",
    depot: 0,
  },
  {
    fenceNum: "WL03",
    fenceName: "老机床厂禁行区",
    shape: 1,
    useType: 7,
    org: 1,
    lng: 116.404,
    lat: 39.8955,
    radius: 300,
    coords: null,
    ruleType: 10,
    colour: "#c92a2a",
  },
  {
    fenceNum: "WL04",
    fenceName: "迎宾大道走廊",
    shape: 4,
    useType: 6,
    org: 2,
    lng: 116.404,
    lat: 39.8664,
    width: 60,
    coords: alongStreet("迎宾大道", [9, 4], [12, 4]),
    ruleType: 30,
    limitSpeed: 50,
    colour: "#1864ab",
  },
];
