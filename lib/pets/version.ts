import { singleton } from "../singleton";

const version = singleton("pets.version", () => ({ current: 0 }));

/** Increases whenever this process stores an animal; cached pages of an older version are outdated. */
export const petsVersion = (): number => version.current;

/** Notes that a pet was stored. */
export function petsChanged(): void {
  version.current++;
}
