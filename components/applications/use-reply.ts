import * as z from "zod/mini";
import { type ReplyContext, replyText } from "@/lib/applications/replies";
import { useTabState } from "../ui/use-tab-state";

/** `made` is the text as the template made it. `replaced` is a text written by hand that a template has replaced. */
const Draft = z.object({ template: z.string(), text: z.string(), made: z.string(), replaced: z.nullable(z.string()) });
const EMPTY = { template: "", text: "", made: "", replaced: null };

/**
 * The draft of a reply. It survives a reload, and a text written by hand is never lost to a template. Once everything
 * `isOver`, a text that is still as the template made it is not shown.
 */
export function useReply(id: string, context: ReplyContext, isOver: boolean) {
  const [kept, keep] = useTabState<z.infer<typeof Draft>>(`applications.reply.${id}`, EMPTY, Draft);
  const { template, text, replaced } = isOver && kept.text === kept.made ? EMPTY : kept;
  const choose = (next: string) =>
    keep((now) => {
      if (next === "") return { ...now, template: "" };
      const isOwn = now.text.trim() !== "" && now.text !== now.made;
      const made = replyText(next, context);
      return { template: next, text: made, made, replaced: isOwn ? now.text : now.replaced };
    });
  /** Begins with another text, or with none, unless somebody has written their own. */
  const beginWith = (next: string) =>
    keep((now) => {
      if (now.text.trim() !== "" && now.text !== now.made) return now;
      const made = next === "" ? "" : replyText(next, context);
      return { template: next, text: made, made, replaced: now.replaced };
    });
  const write = (next: string) => keep((now) => ({ ...now, text: next }));
  const bringBack = () => keep((now) => ({ template: "", text: now.replaced ?? now.text, made: "", replaced: null }));
  return { template, text, hasReplaced: replaced !== null, choose, beginWith, write, bringBack };
}
