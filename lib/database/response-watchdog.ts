/** How many checks are made within the time that a connection may be silent. */
const BEATS = 12;

/**
 * Watches a connection that answers in order: when a response takes too long, the connection is closed.
 * One timer per connection, and only while something waits. pg's own timers (`query_timeout`, one per statement) keep
 * the statement's result alive until a full garbage collection, which takes a tenth of the processor.
 */
export class ResponseWatchdog {
  private sentCount = 0;
  private answeredCount = 0;
  /** How many had been sent at each of the last checks, the oldest first. */
  private sentAt: number[] = [];
  private timer: NodeJS.Timeout | null = null;

  /** `giveUp` breaks the connection off after `silentMs` milliseconds of silence. */
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
