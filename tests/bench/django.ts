import type { Figure } from "./figure";
import type { Stage } from "./stage";

export async function* djangoFigures(_stage: Stage): AsyncGenerator<Figure> {}
