/** The part of YAML that definitions use: maps, lists and scalars, with JSON inside where it is shorter. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export class YamlProblem extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

export function toYaml(value: Value, indent = ""): string {
  if (value === null || typeof value !== "object") return `${indent}${scalar(value)}\n`;
  if (Array.isArray(value)) return value.map((one) => `${indent}-${child(one, indent)}`).join("");
  return Object.entries(value)
    .map(([key, one]) => `${indent}${scalar(key)}:${child(one, indent)}`)
    .join("");
}

function child(value: Value, indent: string): string {
  if (value === null || typeof value !== "object") return ` ${scalar(value)}\n`;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (size === 0) return Array.isArray(value) ? " []\n" : " {}\n";
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== "object")) {
    return ` [${value.map(inFlow).join(", ")}]\n`;
  }
  return `\n${toYaml(value, `${indent}  `)}`;
}

function inFlow(value: Value): string {
  return typeof value === "string" && !/[,[\]{}]/.test(value) ? scalar(value) : JSON.stringify(value);
}

const PLAIN = /^[A-Za-z_/.][A-Za-z0-9_ ./()%+@-]*$/;
const SPECIAL = /^(?:true|false|null|yes|no|on|off|~|\.|\.\.|\.inf|\.nan)$/i;

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const plain =
    PLAIN.test(value) && !SPECIAL.test(value) && !value.endsWith(" ") && Number.isNaN(Number(value));
  return plain ? value : JSON.stringify(value);
}

interface Line {
  number: number;
  indent: number;
  text: string;
}

const MAX_DEPTH = 50;

/** Throws a YamlProblem that names the line. */
export function fromYaml(text: string): Value {
  const trimmed = text.trim();
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return json(trimmed, 1);
  const lines = splitLines(text);
  if (lines.length === 0) return null;
  const reader = new Reader(lines);
  const value = reader.block(lines[0]?.indent ?? 0, 0);
  reader.expectEnd();
  return value;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  text.split(/\r?\n/).forEach((raw, index) => {
    const number = index + 1;
    const body = withoutComment(raw).trimEnd();
    if (body.trim() === "" || body === "---") return;
    const indent = body.length - body.trimStart().length;
    if (body.slice(0, indent).includes("\t"))
      throw new YamlProblem(number, "indent with spaces, not with tabs");
    lines.push({ number, indent, text: body.trimStart() });
  });
  return lines;
}

function withoutComment(line: string): string {
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? "";
    if (quote) {
      if (c === "\\" && quote === '"') i++;
      else if (c === quote) quote = "";
    } else if ((c === '"' || c === "'") && (i === 0 || /[\s[{,:]/.test(line[i - 1] ?? ""))) quote = c;
    else if (c === "#" && (i === 0 || /\s/.test(line[i - 1] ?? ""))) return line.slice(0, i);
  }
  return line;
}

class Reader {
  private at = 0;
  private readonly lines: Line[];

  constructor(lines: Line[]) {
    this.lines = lines;
  }

  expectEnd(): void {
    const line = this.lines[this.at];
    if (line) throw new YamlProblem(line.number, "this line is indented less than its neighbours");
  }

  block(indent: number, depth: number): Value {
    const line = this.lines[this.at];
    if (depth > MAX_DEPTH) throw new YamlProblem(line?.number ?? 0, `nested deeper than ${MAX_DEPTH}`);
    if (line && isItem(line.text)) return this.list(indent, depth);
    return this.map(indent, depth);
  }

  private list(indent: number, depth: number): Value[] {
    const items: Value[] = [];
    for (
      let line = this.lines[this.at];
      line && line.indent === indent && isItem(line.text);
      line = this.lines[this.at]
    ) {
      const rest = line.text.slice(1).trimStart();
      if (rest === "") {
        this.at++;
        items.push(this.nested(indent, depth));
      } else if (keyEnd(rest) > 0) {
        // A map that begins on the line of its dash: the rest of that line is its first entry.
        const inner = indent + (line.text.length - rest.length);
        this.lines[this.at] = { number: line.number, indent: inner, text: rest };
        items.push(this.map(inner, depth + 1));
      } else {
        this.at++;
        items.push(read(rest, line.number));
      }
    }
    return items;
  }

  private map(indent: number, depth: number): Value {
    const entries: [string, Value][] = [];
    for (let line = this.lines[this.at]; line && line.indent >= indent; line = this.lines[this.at]) {
      if (line.indent > indent)
        throw new YamlProblem(line.number, "this line is indented more than its neighbours");
      const end = keyEnd(line.text);
      if (end < 0)
        throw new YamlProblem(line.number, `expected "name: value", found "${line.text.slice(0, 40)}"`);
      const key = String(read(line.text.slice(0, end), line.number));
      if (entries.some(([known]) => known === key))
        throw new YamlProblem(line.number, `${key} is there twice`);
      const rest = line.text.slice(end + 1).trim();
      this.at++;
      if (rest === "|" || rest === "|-") entries.push([key, this.literal(indent, rest === "|")]);
      else entries.push([key, rest === "" ? this.nested(indent, depth) : read(rest, line.number)]);
    }
    // fromEntries defines names such as __proto__ as ordinary entries.
    return Object.fromEntries(entries);
  }

  private nested(indent: number, depth: number): Value {
    const next = this.lines[this.at];
    if (!next || next.indent < indent || (next.indent === indent && !isItem(next.text))) return null;
    return this.block(next.indent, depth + 1);
  }

  private literal(indent: number, newline: boolean): string {
    const first = this.lines[this.at];
    const lines: string[] = [];
    for (let line = this.lines[this.at]; line && first && line.indent > indent; line = this.lines[this.at]) {
      lines.push(" ".repeat(Math.max(0, line.indent - first.indent)) + line.text);
      this.at++;
    }
    return lines.join("\n") + (newline && lines.length > 0 ? "\n" : "");
  }
}

const isItem = (text: string) => text === "-" || text.startsWith("- ");

/** Where the colon of `name: value` is; −1 where there is none. */
function keyEnd(text: string): number {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=\s*:(?:\s|$))/.exec(text);
  if (quoted) return text.indexOf(":", quoted[0].length);
  if (/^["'[{]/.test(text)) return -1;
  const found = /:(?=\s|$)/.exec(text);
  return found ? found.index : -1;
}

function read(text: string, line: number): Value {
  const word = text.trim();
  if (word.startsWith('"')) return json(word, line);
  if (word.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(word)) throw new YamlProblem(line, "a quote is open at the end of the line");
    return word.slice(1, -1).replaceAll("''", "'");
  }
  if (word.startsWith("{") || word.startsWith("[")) return json(asJson(word), line);
  if (/^[|>&*!%@`]/.test(word) && word !== "*") {
    throw new YamlProblem(line, `the page does not read YAML's ${word[0]}; put the text into quotes`);
  }
  return plain(word);
}

function plain(word: string): Value {
  if (word === "true" || word === "false") return word === "true";
  if (word === "null" || word === "~" || word === "") return null;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : word;
}

/** Quotes the bare words of a flow collection: `{script: echo}` becomes `{"script":"echo"}`. */
function asJson(flow: string): string {
  return flow.replace(
    /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[{}[\],]|:(?=\s|$)|[^\s{}[\],"':](?:[^{}[\],:]|:(?=\S))*/g,
    (token) => {
      if (/^["{}[\],]/.test(token) || token === ":") return token;
      return JSON.stringify(
        token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : plain(token.trim()),
      );
    },
  );
}

function json(text: string, line: number): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new YamlProblem(line, `"${text.slice(0, 40)}" is neither JSON nor YAML that the page reads`);
  }
}
