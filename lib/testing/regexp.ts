/** A step of a compiled pattern. */
type Step =
  | { kind: "char"; fits: (char: string) => boolean }
  | { kind: "at"; holds: (text: string, place: number) => boolean }
  | { kind: "fork"; first: number; second: number }
  | { kind: "jump"; to: number }
  | { kind: "look"; program: Step[]; negated: boolean }
  | { kind: "done" };

type Flags = { unicode: boolean; native: string; multiline: boolean };

const exec = RegExp.prototype.exec;
const test = (pattern: RegExp, text: string) => Reflect.apply(exec, pattern, [text]) !== null;

/** A pattern that needs more steps is not linear. */
const MAX_STEPS = 100_000_000;

/**
 * Counts the steps that a backtracking engine, such as V8's, takes to try a pattern on a text. The match may begin at
 * any place from `from` to `to`, inclusive.
 * @throws Error for features that our patterns do not use (backreferences, lookbehind)
 */
export function regExpSteps(pattern: RegExp, text: string, from: number, to: number): number {
  const program = compiled(pattern);
  let steps = 0;
  for (let start = from; start <= to && steps < MAX_STEPS; start++) steps += tryAt(program, text, start).steps;
  return steps;
}

const programs = new Map<string, Step[]>();

function compiled({ source, flags }: RegExp): Step[] {
  const name = `${flags}/${source}`;
  let program = programs.get(name);
  if (!program) {
    program = new Compiler(source, flags).program();
    programs.set(name, program);
  }
  return program;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop with a branch for each kind of step.
function tryAt(program: Step[], text: string, start: number): { matches: boolean; steps: number } {
  const untried: [step: number, place: number][] = [[0, start]];
  let steps = 0;
  while (untried.length > 0 && steps < MAX_STEPS) {
    let [at, place] = untried.pop() ?? [0, start];
    for (let alive = true; alive; ) {
      steps++;
      const step = program[at++] as Step;
      if (step.kind === "done") return { matches: true, steps };
      if (step.kind === "jump") at = step.to;
      else if (step.kind === "fork") {
        untried.push([step.second, place]);
        at = step.first;
      } else if (step.kind === "at") alive = step.holds(text, place);
      else if (step.kind === "look") {
        const ahead = tryAt(step.program, text, place);
        steps += ahead.steps;
        alive = ahead.matches !== step.negated;
      } else {
        const char = text[place];
        alive = char !== undefined && step.fits(char);
        place++;
      }
    }
  }
  return { matches: false, steps };
}

/** Compiles a pattern to steps. A surrogate pair counts as two characters, which does not change the growth. */
class Compiler {
  private at = 0;
  private readonly flags: Flags;

  constructor(
    private readonly source: string,
    flags: string,
  ) {
    this.flags = {
      unicode: /[uv]/.test(flags),
      native: flags.replace(/[gyd]/g, ""),
      multiline: flags.includes("m"),
    };
  }

  program(): Step[] {
    return [...this.either(0), { kind: "done" }];
  }

  /** `offset` is the place of these steps in the program. */
  private either(offset: number): Step[] {
    const first = this.sequence(offset + 1);
    if (this.source[this.at] !== "|") return shift(first, -1);
    this.at++;
    const second = this.either(offset + first.length + 2);
    const end = offset + first.length + 2 + second.length;
    return [
      { kind: "fork", first: offset + 1, second: offset + first.length + 2 },
      ...first,
      { kind: "jump", to: end },
      ...second,
    ];
  }

  private sequence(offset: number): Step[] {
    const steps: Step[] = [];
    while (this.at < this.source.length && this.source[this.at] !== "|" && this.source[this.at] !== ")") {
      const began = this.at;
      const atom = this.atom();
      const [min, max, lazy] = this.quantifier();
      const copy = () => {
        // Compiled again for each copy, because jumps are absolute.
        const end = this.at;
        this.at = began;
        const again = this.atom(offset + steps.length);
        this.at = end;
        return again;
      };
      const fork = (first: number, second: number): Step =>
        lazy ? { kind: "fork", first: second, second: first } : { kind: "fork", first, second };
      for (let count = 0; count < min; count++) steps.push(...copy());
      if (max === Number.POSITIVE_INFINITY) {
        const loop = offset + steps.length;
        steps.push({ kind: "done" });
        steps.push(...copy(), { kind: "jump", to: loop });
        steps[loop - offset] = fork(loop + 1, offset + steps.length);
      } else {
        const length = atom.length + 1;
        const end = offset + steps.length + (max - min) * length;
        for (let count = min; count < max; count++) {
          steps.push(fork(offset + steps.length + 1, end));
          steps.push(...copy());
        }
      }
    }
    return steps;
  }

  private atom(offset = 0): Step[] {
    const char = this.source[this.at] ?? "";
    if (char === "(") return this.group(offset);
    if (char === "^") return this.assertion("^");
    if (char === "$") return this.assertion("$");
    if (char === "\\" && /[bB]/.test(this.source[this.at + 1] ?? "")) return this.assertion("\\b");
    const atom = this.take(/\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c.|.)|./isy);
    if (/^\\[1-9k]/.test(atom)) throw new Error(`backreferences are not counted: ${this.source}`);
    return [{ kind: "char", fits: fitsOf(atom, this.flags.native) }];
  }

  private group(offset: number): Step[] {
    const opening = this.take(/\((?:\?(?:[:=!]|<[^=!>]*>|[-a-z]*:))?/y);
    if (opening === "(" && this.source[this.at] === "?") throw new Error(`not counted: ${this.source}`);
    const look = opening === "(?=" || opening === "(?!";
    const inner = this.either(look ? 0 : offset);
    this.at++;
    return look ? [{ kind: "look", program: [...inner, { kind: "done" }], negated: opening === "(?!" }] : inner;
  }

  private assertion(name: string): Step[] {
    this.at += name.length;
    const word = (char: string | undefined) => char !== undefined && test(/\w/, char);
    const { multiline } = this.flags;
    const holds = (text: string, place: number) => {
      if (name === "^") return place === 0 || (multiline && text[place - 1] === "\n");
      if (name === "$") return place === text.length || (multiline && text[place] === "\n");
      return word(text[place - 1]) !== word(text[place]);
    };
    return [{ kind: "at", holds }];
  }

  private quantifier(): [min: number, max: number, lazy: boolean] {
    const found = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})?/y);
    const lazy = found !== "" && this.take(/\??/y) === "?";
    if (found === "*") return [0, Number.POSITIVE_INFINITY, lazy];
    if (found === "+") return [1, Number.POSITIVE_INFINITY, lazy];
    if (found === "?") return [0, 1, lazy];
    if (found === "") return [1, 1, false];
    const [min = "0", max = min] = found.slice(1, -1).split(",");
    return [Number(min), max === "" ? Number.POSITIVE_INFINITY : Number(max), lazy];
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found: string = Reflect.apply(exec, pattern, [this.source])?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}

/** Moves steps to another place in the program. */
function shift(steps: Step[], by: number): Step[] {
  return steps.map((step) => {
    if (step.kind === "jump") return { ...step, to: step.to + by };
    if (step.kind === "fork") return { ...step, first: step.first + by, second: step.second + by };
    return step;
  });
}

function fitsOf(atom: string, flags: string): (char: string) => boolean {
  const pattern = new RegExp(`^${atom}$`, flags);
  const known = new Map<string, boolean>();
  return (char) => {
    let fits = known.get(char);
    if (fits === undefined) {
      fits = test(pattern, char);
      known.set(char, fits);
    }
    return fits;
  };
}
