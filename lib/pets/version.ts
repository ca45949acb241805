import { contentChanged } from "../content-version";

/** Notes that a pet was stored: cached pages are outdated. */
export function petsChanged(): void {
  contentChanged();
}
