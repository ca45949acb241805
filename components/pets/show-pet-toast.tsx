import { NamedSentence } from "../ui/display/named-sentence";
import { showToast, type Toast } from "../ui/toasts/show-toast";

type Named = { id: bigint; name: string };

/** Reports what happened to an animal: "Biscuit was saved." Replaces an earlier toast about the same animal. */
export function showPetToast({ id, name }: Named, rest: string, more: Omit<Toast, "text" | "about"> = {}): void {
  showToast({ text: <NamedSentence name={name} rest={rest} />, about: `pet-${id}`, ...more });
}
