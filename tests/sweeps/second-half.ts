import { takeSecondHalf } from "./halves";

takeSecondHalf();
