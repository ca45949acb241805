/** How soon the shelter answers an application, in a sentence. */
export function replyWords(replyDays: number | null): string {
  if (replyDays === null) return "We will reply as soon as we can.";
  return `We usually reply within ${replyDays === 1 ? "a day" : `${replyDays} days`}.`;
}
