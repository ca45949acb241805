/**
 * JSON with exact integers. JSON.parse rounds integers above 2^53 and silently keeps the last of two equal keys; the
 * int64 of the API allows neither. Integers are parsed as bigint, every other number as number.
 */

/** Objects have no prototype, so `__proto__` is a key like any other. */
export type Json = null | boolean | string | bigint | number | Json[] | { [key: string]: Json };

/** Valid bodies have up to three levels (changePets). */
const MAX_DEPTH = 32;
/**
 * Valid bodies have a few. Without a limit, keys with colliding hashes would make each insertion compare all earlier
 * ones.
 */
const MAX_MEMBERS = 100;
/** int64 has 19 digits. A longer integer becomes an inexact number. */
const MAX_INTEGER_DIGITS = 20;

const NUMBER = /-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids exactly these inside a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * RFC 8259.
 * @throws SyntaxError on malformed text, deep nesting, and a repeated key, which the RFC calls unpredictable
 */
export function parseJson(text: string): Json {
  return new Parser(text).document();
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): Json {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.unexpected();
    return value;
  }

  private value(): Json {
    this.space();
    const char = this.text[this.at];
    if (char === "{") return this.nested(() => this.object());
    if (char === "[") return this.nested(() => this.array());
    if (char === '"') return this.string();
    if (char === "t") return this.word("true", true);
    if (char === "f") return this.word("false", false);
    if (char === "n") return this.word("null", null);
    return this.number();
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw new SyntaxError(`nesting is deeper than ${MAX_DEPTH} levels`);
    this.at++;
    const value = read();
    this.depth--;
    return value;
  }

  private object(): Json {
    const object: { [key: string]: Json } = Object.create(null);
    if (this.take("}")) return object;
    let members = 0;
    do {
      if (++members > MAX_MEMBERS) throw new SyntaxError(`an object has more than ${MAX_MEMBERS} members`);
      this.space();
      const key = this.string();
      if (key in object) throw new SyntaxError(`key ${JSON.stringify(key.slice(0, 50))} is repeated`);
      if (!this.take(":")) throw this.unexpected();
      object[key] = this.value();
    } while (this.take(","));
    if (!this.take("}")) throw this.unexpected();
    return object;
  }

  private array(): Json {
    const array: Json[] = [];
    if (this.take("]")) return array;
    do array.push(this.value());
    while (this.take(","));
    if (!this.take("]")) throw this.unexpected();
    return array;
  }

  private string(): string {
    const [match] = this.match(STRING);
    return JSON.parse(match);
  }

  private number(): bigint | number {
    const [match, whole = "", fraction = "", exponent = "0"] = this.match(NUMBER);
    return exactInteger(match.startsWith("-"), whole, fraction, Number(exponent)) ?? Number(match);
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.unexpected();
    this.at += word.length;
    return value;
  }

  private take(char: string): boolean {
    this.space();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) throw this.unexpected();
    this.at = pattern.lastIndex;
    return match;
  }

  private unexpected(): SyntaxError {
    return new SyntaxError(
      this.at < this.text.length ? `unexpected character at position ${this.at}` : "unexpected end of the text",
    );
  }
}

/**
 * `1.0` and `1e3` are integers; null for anything else, or too many digits. It looks at each digit once; `/0+$/` would
 * start again at every zero.
 */
function exactInteger(isNegative: boolean, whole: string, fraction: string, exponent: number): bigint | null {
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end--;
  while (start < end && digits.charCodeAt(start) === ZERO) start++;
  if (start === end) return 0n;
  // value = digits from start to end * 10^zeros
  const zeros = exponent - fraction.length + (digits.length - end);
  if (zeros < 0 || end - start + zeros > MAX_INTEGER_DIGITS) return null;
  const magnitude = BigInt(digits.slice(start, end) + "0".repeat(zeros));
  return isNegative ? -magnitude : magnitude;
}

const ZERO = "0".charCodeAt(0);

/**
 * A bigint keeps all its digits, and undefined members are left out.
 * @throws TypeError on a value that JSON does not have
 */
export function encodeJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(encodeJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${encodeJson(member)}`).join(",")}}`;
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g;

/** Puts each member on a line of its own. Numbers keep their digits, and what is not JSON stays as it is. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let indent = "\n";
  return text.replace(TOKEN, (token) => {
    if (token === "{" || token === "[") indent += "  ";
    if (token === "}" || token === "]") indent = indent.slice(0, -2);
    if (token === "{" || token === "[" || token === ",") return token + indent;
    if (token === "}" || token === "]") return indent + token;
    return token === ":" ? ": " : token.trim();
  });
}
