/** What applicants call what they sent. */
export const sentNoun = (isQuestion: boolean) => (isQuestion ? "question" : "application");

/** Returns what applicants call what they sent about an animal, such as "Your question about Luna". */
export const sentTitle = (isQuestion: boolean, pet: string) =>
  isQuestion ? `Your question about ${pet}` : `Your application for ${pet}`;

/** Returns what whoever has the private link can do, such as "see and withdraw your application". */
export function powersOf(isQuestion: boolean, mayWithdraw: boolean): string {
  if (!mayWithdraw) return `see your ${sentNoun(isQuestion)}`;
  return isQuestion ? "see your question and take it back" : "see and withdraw your application";
}
