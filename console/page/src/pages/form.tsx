import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Definition } from "../api/types.ts";
import {
  field,
  payloadField,
  type WhenKind,
  whenKind,
  withField,
  withPayloadField,
  withWhen,
} from "../core/definition.ts";
import { fromYaml } from "../core/yaml.ts";

interface FormProps {
  definition: Signal<Definition>;
  isNew: boolean;
  /** The refused field. */
  wrong: string | null;
}

const STARTS: Record<WhenKind, () => string> = {
  cron: () => "*/5 * * * *",
  every: () => "15m",
  at: () => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 17)}00Z`,
};

export function DefinitionForm({ definition, isNew, wrong }: FormProps) {
  const kind = whenKind(definition.value);
  const set = (name: string, value: unknown) => {
    definition.value = withField(definition.value, name, value);
  };
  const text = (name: string, more: Record<string, unknown> = {}) => (
    <input
      name={name}
      value={field(definition.value, name)}
      autocomplete="off"
      spellcheck={false}
      aria-invalid={wrong === name || undefined}
      onInput={(event) => set(name, event.currentTarget.value)}
      {...more}
    />
  );
  const retry = (definition.value.retry ?? {}) as Record<string, unknown>;
  return (
    <div class="form-grid">
      <Field word="Id" size="half" hint={isNew ? "Letters, digits, dots, dashes and underscores" : undefined}>
        {text("taskId", {
          required: true,
          maxLength: 200,
          pattern: "[A-Za-z0-9._\\-]{1,200}",
          readOnly: !isNew,
          autofocus: isNew,
        })}
      </Field>
      <Field word="Name" size="half">
        {text("name", { maxLength: 200, spellcheck: true })}
      </Field>
      <Field word="Description" size="whole">
        {text("description", { maxLength: 2000, spellcheck: true })}
      </Field>
      <Field word="Fires">
        <select
          value={kind}
          onChange={(event) => {
            const chosen = event.currentTarget.value as WhenKind;
            definition.value = withWhen(definition.value, chosen, STARTS[chosen]());
          }}
        >
          <option value="cron">by a cron expression</option>
          <option value="every">at a fixed rate</option>
          <option value="at">once</option>
        </select>
      </Field>
      {kind === "cron" && (
        <Field word="Expression">{text("cron", { class: "mono", required: true, maxLength: 500 })}</Field>
      )}
      {kind === "cron" && (
        <Field word="Zone">
          {text("zone", { list: "zones", placeholder: "UTC" })}
          <Zones />
        </Field>
      )}
      {kind === "every" && (
        <Field word="Every" hint="90s, 15m, 6h">
          {text("every", { required: true, class: "mono" })}
        </Field>
      )}
      {kind === "at" && (
        <Field word="At" hint="An instant in UTC">
          {text("at", { required: true, class: "mono" })}
        </Field>
      )}
      <Field word="Type" size="half">
        {text("type", { required: true, list: "types" })}
        <datalist id="types">
          <option value="shell" />
          <option value="http" />
        </datalist>
      </Field>
      <Field word="Queue" size="half">
        {text("queue", { placeholder: "default", pattern: "[a-z0-9\\-]{1,50}" })}
      </Field>
      <PayloadField definition={definition} wrong={wrong} />
      <Field word="Time limit" size="half">
        {text("timeout", { placeholder: "5m", class: "mono" })}
      </Field>
      <Field word="Retries" size="half">
        <input
          type="number"
          name="maxRetries"
          min={0}
          max={1000}
          placeholder="3"
          value={typeof retry.maxRetries === "number" ? retry.maxRetries : ""}
          onInput={(event) => {
            const value = event.currentTarget.value;
            const { maxRetries: _, ...others } = retry;
            const next = value === "" ? others : { ...retry, maxRetries: Number(value) };
            set("retry", Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      </Field>
    </div>
  );
}

function PayloadField({ definition, wrong }: { definition: Signal<Definition>; wrong: string | null }) {
  const known = payloadField(definition.value);
  const draft = useSignal<string | null>(null);
  const refusal = useSignal("");
  if (known) {
    return (
      <Field word={known.name === "script" ? "Script" : "Address"} size="whole">
        <textarea
          class="code"
          name={known.name}
          rows={known.name === "script" ? 4 : 1}
          required
          spellcheck={false}
          value={known.value}
          aria-invalid={wrong?.startsWith("payload") || undefined}
          onInput={(event) => {
            definition.value = withPayloadField(definition.value, known.name, event.currentTarget.value);
          }}
        />
      </Field>
    );
  }
  return (
    <Field word="Payload" hint={refusal.value || "JSON"} size="whole">
      <textarea
        class="code"
        name="payload"
        rows={4}
        spellcheck={false}
        value={draft.value ?? JSON.stringify(definition.value.payload ?? null, null, 2)}
        aria-invalid={refusal.value !== "" || undefined}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
          try {
            definition.value = withField(definition.value, "payload", fromYaml(draft.value));
            refusal.value = "";
          } catch (problem) {
            refusal.value = (problem as Error).message;
          }
        }}
      />
    </Field>
  );
}

function Field({
  word,
  hint,
  size,
  children,
}: {
  word: string;
  hint?: string;
  size?: "half" | "whole";
  children: ComponentChildren;
}) {
  return (
    <label class={`field ${size ?? ""}`}>
      <span>{word}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  );
}

function Zones() {
  const zones = Intl.supportedValuesOf("timeZone");
  return (
    <datalist id="zones">
      <option value="UTC" />
      {zones.map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
