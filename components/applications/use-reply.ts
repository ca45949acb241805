import * as z from "zod/mini";
import { type ReplyContext, replyText } from "@/lib/applications/replies";
import { useTabState } from "../ui/use-tab-state";

/**
 * `made` is the text as the template made it, and `isChosen` whether a person has chosen that template. `replaced` is a
 * text of theirs that a template has replaced.
 */
const ReplyDraft = z.object({
  template: z.string(),
  text: z.string(),
  made: z.string(),
  isChosen: z._default(z.boolean(), false),
  replaced: z.nullable(z.string()),
});
const EMPTY = { template: "", text: "", made: "", isChosen: false, replaced: null };

type ReplyDraft = z.infer<typeof ReplyDraft>;
const isWritten = ({ text, made }: ReplyDraft) => text.trim() !== "" && text !== made;

/**
 * The draft of a reply. It survives a reload, and no template replaces a text that a person has written or chosen. Once
 * the application `isOver`, a text that nobody has written or chosen is not shown.
 */
export function useReply(id: string, context: ReplyContext, isOver: boolean) {
  const [kept, keep] = useTabState<ReplyDraft>(`applications.reply.${id}`, EMPTY, ReplyDraft);
  const { template, text, replaced } = isOver && kept.text === kept.made && !kept.isChosen ? EMPTY : kept;
  const choose = (next: string) =>
    keep((now) => {
      if (next === "") return { ...now, template: "" };
      const made = replyText(next, context);
      return { template: next, text: made, made, isChosen: true, replaced: isWritten(now) ? now.text : now.replaced };
    });
  /**
   * Starts with another text, or with none, unless somebody has written their own. A chosen text gives way only to
   * another text, and can be restored.
   */
  const beginWith = (next: string) =>
    keep((now) => {
      if (isWritten(now) || (now.isChosen && next === "")) return now;
      const made = next === "" ? "" : replyText(next, context);
      if (next === now.template) return { ...now, text: made, made };
      const replaced = now.isChosen && now.text !== "" ? now.text : now.replaced;
      return { template: next, text: made, made, isChosen: false, replaced };
    });
  const write = (next: string) => keep((now) => ({ ...now, text: next }));
  const bringBack = () =>
    keep((now) => ({ ...EMPTY, text: now.replaced ?? now.text, replaced: isWritten(now) ? now.text : null }));
  return { template, text, hasReplaced: replaced !== null, choose, beginWith, write, bringBack };
}
