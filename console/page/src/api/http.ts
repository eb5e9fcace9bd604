import { address } from "../core/route.ts";
import type { ProblemAnswer } from "./types.ts";

/** A refusal by the console; the message ends with the fix. */
export class Problem extends Error {
  readonly answer: ProblemAnswer;

  constructor(answer: ProblemAnswer) {
    const what = answer.detail || answer.title || `The console answered ${answer.status}`;
    super(answer.fix && !says(what, answer.fix) ? `${end(what)} ${capital(end(answer.fix))}` : end(what));
    this.answer = answer;
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;

interface Options {
  query?: Query;
  body?: unknown;
  abort?: AbortSignal;
  headers?: Record<string, string>;
}

export async function ask<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const { query = {}, body, abort, headers = {} } = options;
  const text = Object.fromEntries(
    Object.entries(query).map(([k, v]) => [k, v === null || v === undefined ? null : String(v)]),
  );
  let response: Response;
  try {
    response = await fetch(address(`/v1${path}`, text), {
      method,
      signal: abort,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
    });
  } catch (failure) {
    if (abort?.aborted) throw failure;
    throw new Error("The console does not answer. Is it still running?");
  }
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  throw new Problem(await problemOf(response));
}

async function problemOf(response: Response): Promise<ProblemAnswer> {
  try {
    return { ...((await response.json()) as ProblemAnswer), status: response.status };
  } catch {
    return { status: response.status };
  }
}

/** Encodes one part of a path, as a key may contain separators. */
export const part = (text: string) => encodeURIComponent(text);

/** Whether the text has the fix already, as the detail of some refusals does. */
const says = (text: string, fix: string) =>
  text.toLowerCase().includes(fix.toLowerCase().replace(/[.!]$/, ""));
const end = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
