import { singleton } from "../singleton";

const version = singleton("pets.version", () => ({ current: 0 }));

/** Changes whenever this process stored an animal: what was rendered before that is out of date. */
export const petsVersion = (): number => version.current;

/** Notes that an animal was stored. */
export function petsChanged(): void {
  version.current++;
}
