import { singleton } from "./singleton";

const version = singleton("content.version", () => ({ current: 0 }));

/** Increases whenever this process stores something that pages show; cached pages of an older version are outdated. */
export const contentVersion = (): number => version.current;

/** Notes that something that pages show was stored. */
export function contentChanged(): void {
  version.current++;
}
