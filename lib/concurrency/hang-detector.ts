/**
 * Detects that a connection which answers in order hangs: something that was sent `patience` beats ago has no answer
 * yet. Counting costs less than a timer for each request. Beats are late in a busy process, but between two of them the
 * process has read every answer that had arrived.
 */
export class HangDetector {
  private sentCount = 0;
  private answeredCount = 0;
  /** The number of requests sent by each of the last beats, oldest first. */
  private readonly sentByBeat: number[] = [];

  constructor(private readonly patience: number) {}

  sent(): void {
    this.sentCount++;
  }

  answered(): void {
    this.answeredCount++;
  }

  /** Whether everything that was sent has an answer. */
  get isIdle(): boolean {
    return this.sentCount === this.answeredCount;
  }

  /** Call this at regular intervals. Returns whether the connection hangs. */
  beat(): boolean {
    this.sentByBeat.push(this.sentCount);
    return this.sentByBeat.length > this.patience && Number(this.sentByBeat.shift()) > this.answeredCount;
  }
}

/** How many times silence is checked within `silentMs`. */
const BEATS = 12;

/**
 * Watches a connection that answers in order, and closes it when a response takes too long. It has one timer per
 * connection, active only while something waits. pg's own timers (`query_timeout`, one per statement) keep each result
 * alive until a full garbage collection, which costs a tenth of the processor time.
 */
export class ResponseWatchdog {
  private readonly detector = new HangDetector(BEATS);
  private timer: NodeJS.Timeout | null = null;

  /** `giveUp` closes the connection after `silentMs` milliseconds of silence. */
  constructor(
    private readonly silentMs: number,
    private readonly giveUp: () => void,
  ) {}

  sent(): void {
    this.detector.sent();
    this.timer ??= setInterval(() => this.beat(), this.silentMs / BEATS);
  }

  answered(): void {
    this.detector.answered();
  }

  private beat(): void {
    const isHanging = this.detector.beat();
    if (isHanging) this.giveUp();
    if (isHanging || this.detector.isIdle) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
  }
}
