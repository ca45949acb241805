/** How many times silence is checked within `silentMs`. */
const BEATS = 12;

/**
 * Gives up a connection that answers in order when something that was sent `silentMs` ago has no answer. Counting costs
 * less than a timer for each request, and there is one timer, active only while something waits. Late beats of a busy
 * process do no harm. pg's own timers (`query_timeout`) keep each result alive until a full garbage collection: a tenth
 * of the processor time.
 */
export class ResponseWatchdog {
  private sentCount = 0;
  private answeredCount = 0;
  /** By each of the last beats, oldest first. */
  private readonly sentByBeat: number[] = [];
  private timer: NodeJS.Timeout | null = null;

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
    this.sentByBeat.push(this.sentCount);
    const isHanging = this.sentByBeat.length > BEATS && Number(this.sentByBeat.shift()) > this.answeredCount;
    if (isHanging) this.giveUp();
    if (isHanging || this.sentCount === this.answeredCount) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
  }
}
