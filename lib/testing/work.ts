import { regExpSteps } from "./regexp";

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Cost = (self: unknown, args: unknown[], result: unknown) => number;

const exec = RegExp.prototype.exec;
const lengthOf = (value: unknown) => (value as { length: number }).length;
const whole: Cost = (self) => lengthOf(self);
const ofResult: Cost = (_self, _args, result) => lengthOf(result);

/** Counts the characters from where the search began to where it ended. */
const searched: Cost = (self, [, from], result) =>
  (typeof result === "number" && result >= 0 ? result : lengthOf(self)) - Number(from ?? 0) + 1;

/** The cost of built-in functions, in characters or elements that they visit. */
const COSTS: [owner: object, costs: Record<string, Cost>][] = [
  [
    String.prototype,
    {
      ...each(["indexOf", "includes"], searched),
      ...each(["lastIndexOf", "split", "replaceAll", "trim", "toLowerCase", "toUpperCase"], whole),
      ...each(["normalize", "isWellFormed", "endsWith", "trimStart", "trimEnd", "concat"], whole),
      ...each(["slice", "substring", "repeat", "padStart", "padEnd"], ofResult),
      ...each(["charCodeAt", "codePointAt", "charAt", "at", "startsWith"], () => 1),
    },
  ],
  [
    Array.prototype,
    {
      ...each(["indexOf", "includes"], searched),
      ...each(["find", "findIndex", "some", "every", "filter", "map", "flatMap", "forEach", "join", "concat"], whole),
      ...each(["slice", "splice", "shift", "unshift", "flat", "reverse", "sort", "reduce"], whole),
    },
  ],
  [URLSearchParams.prototype, each(["get", "getAll", "has", "delete"], (self) => (self as URLSearchParams).size)],
  [URLSearchParams.prototype, { toString: ofResult }],
  [JSON, { parse: (_self, [text]) => lengthOf(text), stringify: (_self, _args, result) => String(result).length }],
  [Buffer, { concat: ofResult }],
];

function each(names: string[], cost: Cost): Record<string, Cost> {
  return Object.fromEntries(names.map((name) => [name, cost]));
}

/**
 * Counts the work of a task: the steps of every regular expression, and the characters and elements that built-in
 * functions visit, in the whole process. A count alone says nothing; its growth with the input does.
 */
export async function countWork(task: () => unknown): Promise<number> {
  let work = 0;
  let counting = true;
  const restore: (() => void)[] = [];
  /** Excludes the work of counting itself. */
  const charge = (cost: () => number) => {
    if (!counting) return;
    counting = false;
    work += cost();
    counting = true;
  };
  const replace = (owner: object, name: string, make: (original: Method) => unknown) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    Object.defineProperty(owner, name, { ...descriptor, value: make(descriptor.value) });
    restore.push(() => Object.defineProperty(owner, name, descriptor));
  };
  for (const [owner, costs] of COSTS) {
    for (const [name, cost] of Object.entries(costs)) {
      replace(owner, name, (original) => {
        const counted: Method = function (...args) {
          const result = Reflect.apply(original, this, args);
          charge(() => cost(this, args, result));
          return result;
        };
        return counted;
      });
    }
  }
  replace(RegExp.prototype, "exec", () => {
    return function (this: RegExp, subject: unknown) {
      const text = String(subject);
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = Reflect.apply(exec, this, [text]);
      charge(() => regExpSteps(this, text, from, this.sticky ? from : (found?.index ?? text.length)));
      return found;
    };
  });
  // Parsing a number of many digits is not linear.
  replace(globalThis, "BigInt", (original) => {
    const apply = (target: Method, self: unknown, args: unknown[]) => {
      charge(() => (typeof args[0] === "string" ? args[0].length ** 2 : 1));
      return Reflect.apply(target, self, args);
    };
    return new Proxy(original, { apply });
  });
  try {
    await task();
  } finally {
    for (const undo of restore) undo();
  }
  return work;
}

/** Maximum number of attempts. If they all differ, the work itself varies. */
const MAX_TRIES = 20;

/**
 * Returns the work of a task, without the work of anything else in this process, which comes and goes: the least count
 * that was seen twice, or the least of all.
 */
async function leastWork(task: () => unknown): Promise<number> {
  const counts: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const count = await countWork(task);
    counts.push(count);
    least = Math.min(least, count);
    if (counts.filter((one) => one === least).length === 2) break;
  }
  return least;
}

/**
 * Returns how much more work the second doubling of an input adds than the first: twice as much if the work is linear,
 * four times if it is quadratic.
 */
export async function growthOf(size: number, task: (size: number) => unknown): Promise<number> {
  // The first call creates cached values, which do not count.
  await task(size);
  const works: number[] = [];
  for (const factor of [1, 2, 4]) works.push(await leastWork(() => task(size * factor)));
  const [one = 0, two = 0, four = 0] = works;
  // Avoids dividing by almost zero when the work hardly grows.
  return (four - two) / Math.max(two - one, size);
}
