import { Button } from "../../ui/buttons/button";
import type { Look } from "../../ui/style/button-class";
import type { Decisions } from "./use-decisions";

type Props = { decisions: Decisions; look: Look };

/** Closes a question after somebody has answered it. */
export function MarkAnswered({ decisions: { decide, busy }, look }: Props) {
  return (
    <Button look={look} busy={busy} onClick={() => void decide({ status: "answered" }, "Marked as answered.")}>
      Mark as answered
    </Button>
  );
}
