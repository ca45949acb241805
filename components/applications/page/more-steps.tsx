import { type ReactNode, useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { isOpen } from "@/lib/applications/status";
import { useIsMailOn } from "../../mail/mail-on";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { Menu, MenuItem } from "../../ui/overlays/menu";
import { ENDING_WORDS, type Ending, endingQuestion } from "./endings";
import type { Decisions } from "./use-decisions";

type Props = {
  application: Application;
  decisions: Decisions;
  /** The ends that are rare enough for the menu. */
  endings: readonly Ending[];
  /** Other entries, before these. */
  children?: ReactNode;
};

/** The rare steps of an open application, in a menu. A dialog asks before one that ends it. */
export function MoreSteps({ application, decisions: { decide, busy }, endings, children }: Props) {
  const isMailOn = useIsMailOn();
  const [asked, setAsked] = useState<Ending | null>(null);
  const { status, folder } = application;
  return (
    <>
      <div className="-mx-1 -my-2">
        <Menu look="inline" align="start" label="More steps">
          {children}
          {endings.map((ending) => (
            <MenuItem key={ending} onSelect={() => setAsked(ending)}>
              {ENDING_WORDS[ending].label}…
            </MenuItem>
          ))}
          {isOpen(status) && folder === "inbox" && (
            <MenuItem onSelect={() => void decide({ folder: "suspicious" }, "Moved to the suspicious applications.")}>
              Mark as spam
            </MenuItem>
          )}
        </Menu>
      </div>
      {endings.map((ending) => (
        <ConfirmDialog
          key={ending}
          open={asked === ending}
          {...endingQuestion(ending, application, isMailOn)}
          onAnswer={(isConfirmed) => {
            setAsked(null);
            if (isConfirmed && !busy) void decide({ status: ending }, ENDING_WORDS[ending].done);
          }}
        />
      ))}
    </>
  );
}
