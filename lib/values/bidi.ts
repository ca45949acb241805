/**
 * Letters that are written from right to left, and the other characters of Bidi_Control, which control the direction of
 * text. They are listed because browsers take long to look up the property.
 */
const TURNS_TEXT =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
const OPENS_ISOLATE = /[\u2066-\u2068]/;

/**
 * Keeps a name from changing the direction of the plain text around it. A name that could do so is put between U+2068
 * and U+2069 (UAX #9). Pages use `<bdi>` instead.
 */
export function isolate(name: string): string {
  if (!TURNS_TEXT.test(name)) return name;
  let open = 0;
  let text = "";
  for (const char of name) {
    if (OPENS_ISOLATE.test(char)) open++;
    else if (char === POP_ISOLATE) {
      // Dropped, because it would end the isolation of the whole name.
      if (open === 0) continue;
      open--;
    }
    text += char;
  }
  return FIRST_STRONG_ISOLATE + text + POP_ISOLATE.repeat(open + 1);
}
