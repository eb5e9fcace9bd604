import { count } from "./words.ts";

export type Tone = "bad" | "idle" | "warn" | "good";

/** The first line of the page; it says that all is well only if the cluster's status is recent. */
export function healthLine(
  needs: { checking: boolean; items: readonly unknown[] } | null,
  problem: string | null,
): { tone: Tone; words: string } {
  if (problem !== null) return { tone: "bad", words: problem };
  if (needs === null) return { tone: "idle", words: "Loading…" };
  if (needs.items.length > 0) {
    return { tone: "warn", words: `${count(needs.items.length, "thing needs", "things need")} you.` };
  }
  return needs.checking ? { tone: "idle", words: "Checking…" } : { tone: "good", words: "All is well." };
}
