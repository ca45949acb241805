import type { RefObject } from "react";
import { Button } from "../../ui/buttons/button";
import { SheetFooter } from "../../ui/overlays/sheet";

type Props = {
  form: string;
  isSending: boolean;
  /** How many choices of a collision are left. */
  left: number;
  /** What saving waits for. */
  note: string | null;
  /** Whether there is another animal after this one. */
  hasNext: boolean;
  /** Whether saving opens it. */
  wantsNext: RefObject<boolean>;
};

/** The buttons that save an animal, and what saving waits for. */
export function EditFooter({ form, isSending, left, note, hasNext, wantsNext }: Props) {
  return (
    <SheetFooter>
      {left > 0 && (
        <p className="basis-full text-sm font-semibold text-amber">
          Somebody else changed {left === 1 ? "a field" : `${left} fields`} too. Choose above, then save.
        </p>
      )}
      <p role="status" className="basis-full text-sm font-semibold text-amber empty:hidden">
        {note}
      </p>
      <Button
        type="submit"
        form={form}
        className="max-sm:px-3.5!"
        busy={isSending}
        onClick={() => (wantsNext.current = false)}
      >
        {isSending ? "Saving…" : "Save"}
      </Button>
      {hasNext && (
        <Button
          look="quiet"
          type="submit"
          form={form}
          busy={isSending}
          data-shift-enter
          title="Save and next (Ctrl or ⌘ + Shift + Enter)"
          onClick={() => (wantsNext.current = true)}
        >
          Save and next
        </Button>
      )}
    </SheetFooter>
  );
}
