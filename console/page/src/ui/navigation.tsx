import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { parseRoute, type Route } from "../core/route.ts";

/** The current address, changed only by `go` and by the browser's back and forward. */
export const route = signal<Route>(parseRoute(location.href));

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  const before = route.value.path;
  route.value = parseRoute(location.href);
  if (how === "push" && before !== route.value.path) {
    scrollTo(0, 0);
    // With the focus on the heading, a screen reader announces the new page.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
  }
}

export function startNavigation(): void {
  addEventListener("popstate", () => {
    route.value = parseRoute(location.href);
  });
}

interface LinkProps {
  to: string;
  children: ComponentChildren;
  class?: string;
  title?: string;
  tabIndex?: number;
  "aria-label"?: string;
  "aria-current"?: "page" | undefined;
}

export function Link({ to, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={to} onClick={(event) => follow(event, to)}>
      {children}
    </a>
  );
}

function follow(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(to);
}
