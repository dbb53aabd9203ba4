import { createElement, type ComponentType, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { PageContext } from "./page-context";

/** Each island is rendered by itself, so that its ids are the ones its own hydration will count. */
export const renderIsland: PageContext["renderIsland"] = (component, props, identifierPrefix) =>
  renderToString(createElement(component as ComponentType<object>, props), { identifierPrefix });

/** An element as text, for what is sent as a picture or kept as HTML. */
export const markupOf = (element: ReactElement): string => renderToStaticMarkup(element);
