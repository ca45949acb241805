/** How many times it is looked within the time that a connection may be silent. */
const BEATS = 12;

/**
 * Watches a connection that answers in turn: when something is unanswered for too long, the connection is given up. One timer
 * for each connection, and only while something waits: pg's own (`query_timeout`) for each statement keep what it brought
 * alive until a full garbage collection, which takes a tenth of the processor.
 */
export class SilenceWatch {
  private sentCount = 0;
  private answeredCount = 0;
  /** How many had been sent at each of the last beats, the oldest first. */
  private sentAt: number[] = [];
  private timer: NodeJS.Timeout | null = null;

  /** `silentMs`: in milliseconds; `giveUp` ends the connection, and with it all that waits. */
  constructor(
    private readonly silentMs: number,
    private readonly giveUp: () => void,
  ) {}

  sent(): void {
    this.sentCount++;
    this.timer ??= setInterval(() => this.beat(), this.silentMs / BEATS);
  }

  answered(): void {
    this.answeredCount++;
  }

  private beat(): void {
    const silent = this.sentAt.length >= BEATS && Number(this.sentAt.shift()) > this.answeredCount;
    this.sentAt.push(this.sentCount);
    if (silent) this.giveUp();
    if (silent || this.sentCount === this.answeredCount) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
    this.sentAt = [];
  }
}
