export { clearFirst, rankInTurn } from "./finder/next-along";
