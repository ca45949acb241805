import * as z from "zod/mini";
import { type ReplyContext, replyText } from "@/lib/applications/reply/replies";
import { usePersonId } from "../../people/signed-in";
import { useTabState } from "../../ui/hooks/use-tab-state";
import { draftNames } from "./draft-names";

/**
 * `made` is the text as the template made it, and `isChosen` whether a person has chosen that template. `replaced` is a
 * text of theirs that a template has replaced. `isTaken` says that it was opened in the mail program, or copied.
 */
const ReplyDraft = z.object({
  template: z.string(),
  text: z.string(),
  made: z.string(),
  isChosen: z._default(z.boolean(), false),
  replaced: z.nullable(z.string()),
  isTaken: z._default(z.boolean(), false),
});
const EMPTY = { template: "", text: "", made: "", isChosen: false, replaced: null, isTaken: false };

type ReplyDraft = z.infer<typeof ReplyDraft>;
const isWritten = ({ text, made }: ReplyDraft) => text.trim() !== "" && text !== made;

/**
 * The draft of a reply. It survives a reload, and no template replaces a text that a person has written or chosen. Once
 * the application `isOver`, a text that nobody has written or chosen is not shown.
 */
export function useReply(id: string, context: ReplyContext, isOver: boolean) {
  const [saved, saveDraft] = useTabState<ReplyDraft>(draftNames(id, usePersonId()).reply, EMPTY, ReplyDraft);
  const { template, text, replaced, isTaken } = isOver && saved.text === saved.made && !saved.isChosen ? EMPTY : saved;
  const choose = (next: string) =>
    saveDraft((now) => {
      if (next === "") return { ...now, template: "" };
      const made = replyText(next, context);
      const mine = isWritten(now) ? now.text : now.replaced;
      return { template: next, text: made, made, isChosen: true, replaced: mine, isTaken: false };
    });
  /**
   * Starts with another text, or with none, unless somebody has written their own. A chosen text gives way only to
   * another text, and can be restored.
   */
  const beginWith = (next: string) =>
    saveDraft((now) => {
      if (isWritten(now) || (now.isChosen && next === "")) return now;
      const made = next === "" ? "" : replyText(next, context);
      if (next === now.template) return { ...now, text: made, made };
      const replaced = now.isChosen && now.text !== "" ? now.text : now.replaced;
      return { template: next, text: made, made, isChosen: false, replaced, isTaken: false };
    });
  const write = (next: string) => saveDraft((now) => ({ ...now, text: next }));
  const bringBack = () =>
    saveDraft((now) => ({ ...EMPTY, text: now.replaced ?? now.text, replaced: isWritten(now) ? now.text : null }));
  const markOpened = () => saveDraft((now) => ({ ...now, isTaken: true }));
  /** Removes the text, because it was sent. */
  const clear = () => saveDraft(EMPTY);
  return {
    template,
    text,
    hasReplaced: replaced !== null,
    isTaken,
    choose,
    beginWith,
    write,
    bringBack,
    take: markOpened,
    clear,
  };
}
