/** Calls in progress. Callers that ask for the same thing at the same time share one call and its result. */
export class JoinedCalls<T> {
  private readonly inProgress = new Map<string, Promise<T>>();

  /** Joins the call in progress with this key, or starts one. Without keys, there is one call at a time. */
  join(start: () => Promise<T>, key = ""): Promise<T> {
    const current = this.inProgress.get(key);
    if (current) return current;
    const call = start().finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, call);
    return call;
  }
}
