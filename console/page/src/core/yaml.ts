import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Range,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";

/** Any JSON value. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export class YamlProblem extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** The limit of the server. */
const MAX_DEPTH = 100;
const MAX_DIGITS = 100;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const NO_NUMBER = /^[-+]?\.?(?:nan|inf|infinity)$/i;
/** Characters that YAML allows only as escapes. */
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** Control characters, and characters that are invisible or end a line in some programs. */
const WRITTEN_AS_ESCAPES = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Without quotes, readers disagree on last lines of spaces, and on a colon at the start of a list's item. */
const AMBIGUOUS = /^\n*$|(?:^|\n)[ \t]+\n*$|^:/;
/** A cron expression may begin with a character that is YAML syntax. */
const UNQUOTED = /^\s*(?:- )?[\w"']+:\s+[*@?%`]/;

/** Writes YAML that the server and this page read as the same value; text of several lines is a literal block. */
export function toYaml(value: Value): string {
  // The option puts text such as `no` in quotes, because programs that read YAML 1.1 take it for a boolean.
  const document = new Document(value, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && needsQuotes(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
    Seq(_, list) {
      list.flow = list.items.every((item) => isScalar(item) && !String(item.value).includes("\n"));
    },
  });
  return document
    .toString({
      blockQuote: "literal",
      lineWidth: 0,
      doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
      flowCollectionPadding: false,
    })
    .replace(WRITTEN_AS_ESCAPES, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function needsQuotes(text: string): boolean {
  return NO_NUMBER.test(text) || AMBIGUOUS.test(text) || text.search(WRITTEN_AS_ESCAPES) >= 0;
}

/**
 * Reads one definition as the server reads a schedule file: only spellings that JSON shares are more than text, and
 * anchors, aliases and repeated names are refused. Throws a YamlProblem that names the line.
 */
export function fromYaml(text: string): Value {
  const source = text.replace(/\r\n?/g, "\n");
  refuseUnprintable(source);
  return new Reader(source).read();
}

function refuseUnprintable(source: string): void {
  const found = UNPRINTABLE.exec(source);
  if (!found) return;
  const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  throw new YamlProblem(
    source.slice(0, found.index).split("\n").length,
    `has the character U+${code}, which YAML does not allow; write it as an escape in double quotes`,
  );
}

/** What the nodes of the library have in common. */
interface Place {
  range?: Range | null;
  anchor?: string;
}

class Reader {
  private readonly source: string;
  private readonly lines = new LineCounter();

  constructor(source: string) {
    this.source = source;
  }

  read(): Value {
    const values = this.documents()
      .map((root) => this.value(root, 1))
      .filter((value) => value !== null);
    if (values.length > 1)
      throw new YamlProblem(1, `has ${values.length} documents (separated by ---); keep one`);
    return values[0] ?? null;
  }

  /** Reads all scalars as text: the method `value` decides which of them are numbers, booleans or null. */
  private documents(): unknown[] {
    let found: ReturnType<typeof parseAllDocuments>;
    try {
      found = parseAllDocuments(this.source, {
        schema: "failsafe",
        resolveKnownTags: false,
        uniqueKeys: false,
        prettyErrors: false,
        lineCounter: this.lines,
      });
    } catch (problem) {
      // The library calls itself for inner values, so thousands of levels exhaust the stack.
      if (problem instanceof RangeError) throw this.tooDeep(1);
      throw problem;
    }
    const [problem] = "empty" in found ? found.errors : found.flatMap((document) => document.errors);
    if (problem) throw this.invalid(problem.pos[0], problem.message);
    return found.map((document) => document.contents);
  }

  private value(node: unknown, depth: number): Value {
    const place = (node ?? {}) as Place;
    if (depth > MAX_DEPTH) throw this.tooDeep(this.line(place));
    if (isAlias(node) || place.anchor !== undefined) {
      const message = "anchors and aliases (& and *) are not supported; write the value out";
      throw this.invalid(place.range?.[0] ?? 0, message);
    }
    if (isMap(node)) return this.fields(node, depth);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    if (!isScalar(node)) return null;
    const text = node.source ?? "";
    if (node.type === "PLAIN") return plain(text, this.line(place));
    return this.endsWithoutBreak(node) ? text.replace(/\n$/, "") : text;
  }

  /** Whether a block ends the file without a line break. The library adds one to its text, the server does not. */
  private endsWithoutBreak({ type, range }: Scalar): boolean {
    if (type !== "BLOCK_LITERAL" && type !== "BLOCK_FOLDED") return false;
    const lastLine = this.source.slice(this.source.lastIndexOf("\n") + 1);
    return (range?.[1] ?? 0) >= this.source.length && /[^ ]/.test(lastLine);
  }

  private fields(map: YAMLMap<unknown, unknown>, depth: number): Value {
    const entries: [string, Value][] = [];
    const lineOf = new Map<string, number>();
    for (const { key, value } of map.items) {
      const line = this.line((key ?? map) as Place);
      const nameless = isScalar(key) && key.source === "" && this.source[key.range?.[0] ?? 0] === ":";
      if (!isScalar(key) || nameless)
        throw new YamlProblem(line, "has a field name that is not text; write name: value");
      const name = key.source ?? "";
      const first = lineOf.get(name);
      if (first !== undefined)
        throw new YamlProblem(line, `${name} appears twice, first in line ${first}; keep one of the two`);
      lineOf.set(name, line);
      entries.push([name, this.value(value, depth + 1)]);
    }
    // fromEntries defines names such as __proto__ as ordinary entries.
    return Object.fromEntries(entries);
  }

  private line(place: Place): number {
    return this.lines.linePos(place.range?.[0] ?? 0).line;
  }

  private invalid(offset: number, message: string): YamlProblem {
    const { line } = this.lines.linePos(offset);
    const unquoted = UNQUOTED.test(this.source.split("\n")[line - 1] ?? "");
    const hint = '; text that begins with * @ ? % or ` needs quotes, as in  cron: "* * * * *"';
    return new YamlProblem(line, message + (unquoted ? hint : ""));
  }

  private tooDeep(line: number): YamlProblem {
    return new YamlProblem(line, `nests deeper than ${MAX_DEPTH} levels; flatten it`);
  }
}

function plain(text: string, line: number): Value {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === "true";
  if (NO_NUMBER.test(text))
    throw new YamlProblem(line, `${text} is not a JSON number; write a number, or put it in quotes`);
  if (text.length > MAX_DIGITS || !NUMBER.test(text)) return text;
  const number = Number(text);
  if (digits(text) !== digits(String(number)))
    throw new YamlProblem(line, `a browser would send ${text} as ${number}; put it in quotes`);
  return number;
}

/** The significant digits and the exponent: the same for all spellings of one number. */
function digits(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const significant = all.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + all.length - significant.length}`;
}
