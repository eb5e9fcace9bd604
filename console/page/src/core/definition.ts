import type { Definition } from "../api/types.ts";

/** The field that says when a schedule fires. */
export type WhenKind = "cron" | "every" | "at";

const WHEN_FIELDS = ["cron", "every", "at", "afterEnd", "dependsOn"];

export function whenKind(definition: Definition): WhenKind {
  return definition.every !== undefined ? "every" : definition.at !== undefined ? "at" : "cron";
}

/** The definition with another firing field, and without the fields that only belong to the old one. */
export function withWhen(definition: Definition, kind: WhenKind, value: string): Definition {
  const rest = Object.entries(definition).filter(
    ([field]) =>
      !WHEN_FIELDS.includes(field) && (kind === "cron" || !["zone", "gap", "fold"].includes(field)),
  );
  return placed(Object.fromEntries(rest), kind, value);
}

/** The definition with one field changed; an empty value removes it. */
export function withField(definition: Definition, field: string, value: unknown): Definition {
  if (value === "" || value === undefined) {
    return Object.fromEntries(Object.entries(definition).filter(([name]) => name !== field));
  }
  return field in definition ? { ...definition, [field]: value } : placed(definition, field, value);
}

const ORDER = [
  "taskId",
  "name",
  "description",
  "owner",
  "labels",
  "cron",
  "every",
  "at",
  "zone",
  "from",
  "until",
  "type",
  "payload",
];

/** New fields stand where a person would write them. */
function placed(definition: Definition, field: string, value: unknown): Definition {
  const rank = (name: string) => (ORDER.indexOf(name) < 0 ? ORDER.length : ORDER.indexOf(name));
  const entries = Object.entries(definition);
  const at = entries.findIndex(([name]) => rank(name) > rank(field));
  entries.splice(at < 0 ? entries.length : at, 0, [field, value]);
  return Object.fromEntries(entries);
}

export function field(definition: Definition, name: string): string {
  const value = definition[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The payload's field that the form can edit; null if only JSON can show the payload. */
export function payloadField(definition: Definition): { name: "script" | "url"; value: string } | null {
  const { payload, type } = definition;
  const name = type === "shell" ? "script" : type === "http" ? "url" : null;
  if (name === null) return null;
  if (payload === undefined || payload === null) return { name, value: "" };
  if (typeof payload !== "object" || Array.isArray(payload)) return null;
  const value = (payload as Record<string, unknown>)[name];
  return value === undefined || typeof value === "string" ? { name, value: value ?? "" } : null;
}

export function withPayloadField(definition: Definition, name: string, value: string): Definition {
  const before =
    typeof definition.payload === "object" && definition.payload !== null ? definition.payload : {};
  return withField(definition, "payload", { ...before, [name]: value });
}

/** The definition that a new schedule starts with. */
export function blank(zone: string): Definition {
  return { taskId: "", cron: "*/5 * * * *", zone, type: "shell", payload: { script: "echo hello" } };
}
