import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface SearchProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A pause of this length ends the typing. */
const TYPED_MS = 250;

export function SearchField({ label, value, onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="search">
      <span class="unseen">{label}</span>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="search"
        data-search
        placeholder={`${label} ( / )`}
        defaultValue={value}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(text), TYPED_MS);
        }}
      />
    </label>
  );
}
