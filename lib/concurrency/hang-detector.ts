/**
 * Detects that a connection which answers in order hangs: something that was sent `patience` beats ago has no answer.
 * Counting costs less than a timer for each request, and late beats of a busy process do no harm.
 */
export class HangDetector {
  private sentCount = 0;
  private answeredCount = 0;
  /** By each of the last beats, oldest first. */
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

  /** Call this at regular intervals. Says whether the connection hangs. */
  beat(): boolean {
    this.sentByBeat.push(this.sentCount);
    return this.sentByBeat.length > this.patience && Number(this.sentByBeat.shift()) > this.answeredCount;
  }
}

/** How many times silence is checked within `silentMs`. */
const BEATS = 12;

/**
 * Closes a connection that takes too long to answer, with one timer, active only while something waits. pg's own timers
 * (`query_timeout`) keep each result alive until a full garbage collection: a tenth of the processor time.
 */
export class ResponseWatchdog {
  private readonly detector = new HangDetector(BEATS);
  private timer: NodeJS.Timeout | null = null;

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
