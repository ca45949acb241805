"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { Button, buttonClass } from "./button";
import { Cross } from "./icons";
import { actions, backdrop, dialogActions, stack } from "./panel";
import { cx } from "./style";

/**
 * Submits the form of a dialog on Ctrl or ⌘ and Enter, with the focus anywhere in it. With Shift, presses the button
 * with `data-shift-enter`.
 */
function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey)) return;
  // React also bubbles events from dialogs that were opened from this one.
  if (!(target instanceof Node && currentTarget.contains(target))) return;
  const form = target instanceof Element ? target.closest("form") : null;
  event.preventDefault();
  const other = shiftKey && currentTarget.querySelector<HTMLElement>("[data-shift-enter]");
  if (other) other.click();
  else (form ?? currentTarget.querySelector("form"))?.requestSubmit();
}

type Focus = ComponentProps<typeof Base.Popup>["initialFocus"];

type Props = {
  title: ReactNode;
  open: boolean;
  /** It stays until `open` is false. */
  onClose(): void;
  /**
   * At the edge of larger screens, for a lot of content beside a list, and closed in its head. Any other sheet ends
   * with `SheetActions`.
   */
  side?: boolean;
  /** The title gets the focus, because the first control may be out of sight. It always does in a side sheet. */
  startsAtTitle?: boolean;
  isWide?: boolean;
  initialFocus?: Focus | undefined;
  finalFocus?: Focus | undefined;
  controls?: ReactNode;
  /** A low window has no room for it. */
  note?: ReactNode;
  children: ReactNode;
};

const middle = cx(
  "max-h-[90dvh] scroll-pt-12 scroll-pb-24 overflow-y-auto p-5 sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto",
  "sm:-translate-y-1/2 sm:rounded-card",
  stack,
);
const edge = cx(
  "flex max-h-[calc(100dvh-1.75rem)] flex-col low:max-h-[calc(100dvh-0.5rem)] max-sm:min-h-[70dvh] sm:inset-y-0 sm:start-auto sm:end-0 sm:max-h-none sm:w-[min(40rem,92vw)]",
  "sm:rounded-t-none sm:rounded-s-card",
);

/** Comes up from the bottom on a phone, and is in the middle or at the edge of larger screens. */
export function Sheet(props: Props) {
  const { open, onClose, side, startsAtTitle, isWide, initialFocus, finalFocus, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = initialFocus ?? (side || startsAtTitle ? heading : undefined);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          {...(first === undefined ? {} : { initialFocus: first })}
          {...(finalFocus === undefined ? {} : { finalFocus })}
          data-part={side ? "side-sheet" : undefined}
          onKeyDown={sendOnEnter}
          className={cx(
            "fixed inset-x-0 bottom-0 z-30 rounded-t-card bg-panel shadow-raised transition outline-none",
            "data-ending-style:translate-y-6 data-ending-style:opacity-0",
            "data-starting-style:translate-y-6 data-starting-style:opacity-0",
            side ? edge : cx(middle, isWide ? "sm:max-w-[56rem]" : "sm:max-w-dialog"),
          )}
        >
          <SheetHead {...props} heading={heading} />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Of a button that opens a sheet with this title. */
export type OpenerProps = Omit<ComponentProps<typeof Button>, "title" | "children"> & {
  label: ReactNode;
  title: ReactNode;
};

type SheetButtonProps = OpenerProps & { children(close: () => void): ReactNode };

export function SheetButton({ label, title, children, ...button }: SheetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet title={title} open={isOpen} onClose={close}>
        {children(close)}
      </Sheet>
    </>
  );
}

type HeadProps = Pick<Props, "title" | "side" | "controls" | "note"> & {
  heading: Ref<HTMLHeadingElement>;
};

function SheetHead({ title, side, controls, note, heading }: HeadProps) {
  const hasControls = controls != null;
  return (
    <div
      className={cx(
        "flex items-center justify-between gap-x-4 max-sm:gap-x-2",
        side && "border-b border-line px-5 py-3 max-sm:px-3 max-sm:py-2 low:py-1",
      )}
    >
      <div className="min-w-0 flex-1">
        <Base.Title
          ref={heading}
          tabIndex={-1}
          className={cx("wrap-anywhere line-clamp-2", hasControls && "max-sm:text-base")}
        >
          {title}
        </Base.Title>
        {note && <p className="text-sm text-soft low:hidden">{note}</p>}
      </div>
      {controls}
      {side && (
        <Base.Close className={buttonClass("quiet", "w-target shrink-0 px-0!")} title="Close">
          <span className="sr-only">Close</span>
          <Cross />
        </Base.Close>
      )}
    </div>
  );
}

/** The part of a side sheet that scrolls. */
export function SheetBody({ children }: { children: ReactNode }) {
  return (
    <div className={cx(stack, "min-h-0 flex-1 scroll-py-12 overflow-y-auto overscroll-contain p-5 low:py-3")}>
      {children}
    </div>
  );
}

type SheetActionsProps = {
  /** Null if another button closes the sheet. */
  cancel?: string | null;
  children?: ReactNode;
};

/** The buttons of a sheet in the middle, the main one last. They stay in view. */
export function SheetActions({ cancel = "Cancel", children }: SheetActionsProps) {
  return (
    <div
      data-bottom-bar
      className={cx(
        "sticky bottom-0 -mx-5 border-t border-line bg-panel px-5 pt-3 shadow-[0_1.25rem_0_var(--color-panel)]",
        dialogActions,
      )}
    >
      {cancel !== null && <Base.Close className={buttonClass("quiet")}>{cancel}</Base.Close>}
      {children}
    </div>
  );
}

export function SheetFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className={cx(
        actions,
        "border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] low:py-1 low:pb-[max(0.25rem,env(safe-area-inset-bottom))]",
      )}
    >
      {children}
    </div>
  );
}
