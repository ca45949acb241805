import { isolate } from "../../../values/bidi";
import { orList } from "../../../values/word-lists";
import { CHILDREN_WORDS } from "./search-phrases";

// Kept out of the browser's first bundle: used only where lists are read.

const WHO = `(?:(?:an?|any|my|other|small|young|older) )*(?:${CHILDREN_WORDS.replaceAll(" ", "|")}|cats?|dogs?|pets?|animals?)`;
/** "No cats", "without other dogs or small children", "not with kids", "not good with dogs". */
const ABSENT = new RegExp(
  String.raw`\b(?:no|without|(?:not|never|bad) (?:good )?(?:with|for)) ${WHO}\b(?: (?:and|or) (?:no )?${WHO}\b)*(?![\w-])`,
  "gi",
);

/**
 * Takes out of a search who is absent, and says so: no filter leaves animals out, and a home without cats suits those
 * that like them too.
 */
export function takeAbsent(text: string): { present: string; absence: string } {
  const typed = text.replace(/\s+/g, " ");
  const said = typed.match(ABSENT) ?? [];
  if (said.length === 0) return { present: text, absence: "" };
  const ignored = orList(said.map((words) => `“${isolate(words.toLowerCase())}”`));
  return {
    present: typed.replace(ABSENT, " ").trim(),
    absence: `A search cannot leave animals out, so ${ignored} changes nothing. Each card says whom an animal is good with.`,
  };
}
