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
