import { LruMap } from "@/lib/concurrency/lru-map";
import { Semaphore } from "@/lib/concurrency/semaphore";
import { contentVersion } from "@/lib/content-version";
import { monotonic } from "@/lib/process/clock";
import { MINUTE_MS } from "@/lib/values/time";
import type { StyleSheets } from "./inline-styles";
import { newNonce } from "./page-policy";
import { type PageHandler, RENDERING_LIMITS, renderWithoutVisitor } from "./render-page";
import { isForEverybody, makeSharedPage, type SharedPage } from "./shared-page";

/** How long a rendered page is served, in milliseconds. Other processes may add animals without this one knowing. */
const FRESH_MS = 900;
const MAX_PAGES = 200;
/** Maximum number of hosts for which pages are cached. Each has its own copies. */
const MAX_ORIGINS = 4;
/** A host that was not requested for this long may be evicted, in milliseconds. */
const IDLE_ORIGIN_MS = 10 * MINUTE_MS;

/** `personal`: the page turned out to be made for one visitor. `failed`: it was not rendered in time. */
type RenderOutcome = SharedPage | "personal" | "failed";
/** A rendering of a page, in progress or done. */
type Rendering = { began: number; version: number; result: Promise<RenderOutcome> };

/** The pages that are the same for every visitor. Each is rendered about once a second at most. */
export class PageCache {
  private readonly pages = new LruMap<string, Rendering>(MAX_PAGES);
  private readonly sharedRenderings = new Semaphore(RENDERING_LIMITS);
  /** When each cached origin was last requested. */
  private readonly origins = new Map<string, number>();

  constructor(
    private readonly render: PageHandler,
    private readonly renderTimeoutMs: number,
    private readonly styleSheets: StyleSheets,
  ) {}

  /** Finds the page for a key of `pageCacheKey`. It is never older than a second, or than the newest animal. */
  async find(target: string, origin: string): Promise<RenderOutcome> {
    if (!this.admitOrigin(origin)) return "personal";
    const key = `${origin} ${target}`;
    const found = this.pages.get(key);
    if (found && found.version === contentVersion() && monotonic() - found.began < FRESH_MS) return found.result;
    const result = this.renderForAll(target, origin);
    const rendering = { began: monotonic(), version: contentVersion(), result };
    this.pages.set(key, rendering);
    // Only visitors who waited for this rendering get its failure. The next visitor starts another.
    const forget = () => {
      if (this.pages.get(key) === rendering) this.pages.delete(key);
    };
    void result.then((page) => {
      const isCacheable = typeof page === "object" && page.status === 200;
      if (!isCacheable) forget();
    }, forget);
    return result;
  }

  /**
   * Makes room for the pages of an origin, and returns whether there is some. Without SITE_URL, clients choose the
   * host, and made-up hosts must not evict pages that are in use.
   */
  private admitOrigin(origin: string): boolean {
    const now = monotonic();
    if (!this.origins.has(origin) && this.origins.size >= MAX_ORIGINS) {
      const idle = [...this.origins].find(([, asked]) => now - asked >= IDLE_ORIGIN_MS);
      if (!idle) return false;
      this.origins.delete(idle[0]);
    }
    this.origins.set(origin, now);
    return true;
  }

  private async renderForAll(target: string, origin: string): Promise<RenderOutcome> {
    const nonce = newNonce();
    if (!(await this.sharedRenderings.take())) return "failed";
    const rendered = await renderWithoutVisitor(this.render, target, origin, nonce, this.renderTimeoutMs).finally(() =>
      this.sharedRenderings.giveBack(),
    );
    if (rendered === null) return "failed";
    if (!isForEverybody(rendered)) return "personal";
    return makeSharedPage(rendered, { path: target.split("?", 1)[0] ?? "", nonce }, this.styleSheets);
  }
}
