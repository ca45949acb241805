import { HangDetector } from "../concurrency/hang-detector";

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
