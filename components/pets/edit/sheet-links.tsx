import { useQueryStates } from "nuqs";
import type { MouseEvent } from "react";
import { SHEET_PARSERS } from "@/lib/pets/desk/params";
import { isPlainClick } from "../../ui/navigation/link";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";

type Props = {
  petId: bigint;
  /** Leaves the sheet, asking first if input would be lost. */
  leave(action: () => void): void;
};

/** Links from the sheet of an animal to its history and to its public page. */
export function SheetLinks({ petId, leave }: Props) {
  const [, setSheet] = useQueryStates(SHEET_PARSERS, { history: "push" });
  const publicPage = `/animals/${petId}`;
  const leaveFor = (action: () => void) => (event: MouseEvent<HTMLElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    leave(action);
  };
  const showHistory = () => void setSheet({ edit: null, new: null, history: petId.toString(), adopter: null });
  return (
    <p className="flex gap-x-4">
      <a className={cx(rowLink, "text-sm")} href={`/staff/animals?history=${petId}`} onClick={leaveFor(showHistory)}>
        History
      </a>
      <a
        className={cx(rowLink, "text-sm whitespace-nowrap")}
        href={publicPage}
        onClick={leaveFor(() => window.location.assign(publicPage))}
      >
        Public page
      </a>
    </p>
  );
}
