const TRIES = 5;

/**
 * Returns how many times as long a task takes for an input that is four times as long: about 4 if the time is linear,
 * and 16 if it is quadratic. Compares the fastest of several tries, because other work only makes them slower.
 */
export async function growthOf(size: number, task: (size: number) => unknown): Promise<number> {
  const fastest = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  const time = async (length: "short" | "long") => {
    const start = performance.now();
    await task(length === "long" ? 4 * size : size);
    fastest[length] = Math.min(fastest[length], performance.now() - start);
  };
  for (let tries = 0; tries < TRIES; tries++) {
    await time("short");
    await time("long");
  }
  return fastest.long / fastest.short;
}

/** More than a linear task grows on a busy machine, and less than a quadratic one. */
export const LINEAR = 8;
