/** How many times silence is checked within `silentMs`. */
const BEATS = 12;

/**
 * Watches a connection that answers in order, and closes it when a response takes too long. It has one timer per
 * connection, active only while something waits. pg's own timers (`query_timeout`, one per statement) keep each result
 * alive until a full garbage collection, which costs a tenth of the processor time.
 */
export class ResponseWatchdog {
  private sentCount = 0;
  private answeredCount = 0;
  /** The number of statements sent by each of the last checks, oldest first. */
  private sentAt: number[] = [];
  private timer: NodeJS.Timeout | null = null;

  /** `giveUp` closes the connection after `silentMs` milliseconds of silence. */
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
    const isSilent = this.sentAt.length >= BEATS && Number(this.sentAt.shift()) > this.answeredCount;
    this.sentAt.push(this.sentCount);
    if (isSilent) this.giveUp();
    if (isSilent || this.sentCount === this.answeredCount) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
    this.sentAt = [];
  }
}
