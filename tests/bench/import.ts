import type { Figure } from "./figure";
import type { Stage } from "./stage";
export async function* importFigures(_stage: Stage): AsyncGenerator<Figure> {}
