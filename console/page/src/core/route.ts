/** Addresses of the page: the path names the view, the query what it shows. */
export interface Route {
  path: string;
  query: URLSearchParams;
}

export function parseRoute(address: string): Route {
  const url = new URL(address, "http://page.invalid");
  return { path: url.pathname.replace(/\/+$/, "") || "/", query: url.searchParams };
}

export function address(path: string, query: Record<string, string | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, value);
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

export const scheduleAt = (taskId: string) => address("/schedule", { id: taskId });
export const runAt = (key: string) => address("/run", { key });

/** The address with one part of the query changed; an empty value removes it. */
export function changed(route: Route, changes: Record<string, string | null>): string {
  const all = Object.fromEntries(route.query.entries());
  return address(route.path, { ...all, ...changes });
}
