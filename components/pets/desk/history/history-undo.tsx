import { fieldWords, type HistoryGroup } from "@/lib/pets/changes/history-groups";
import type { HistoryEntry } from "@/lib/pets/changes/history-schema";
import { canBeUndone } from "@/lib/pets/changes/undoable";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { setBackTo } from "@/lib/pets/edit/set-back";
import { Button } from "../../../ui/buttons/button";
import type { useHistoryActions } from "./use-history-actions";

type Props = {
  group: HistoryGroup;
  /** The groups after it. */
  newer: readonly HistoryGroup[];
  current: EditedPet | null;
  actions: Pick<ReturnType<typeof useHistoryActions>, "undo" | "setBackTo" | "isBusy">;
};

/**
 * Undoes a group, or sets the animal back to its values if other changes followed. Renders nothing if neither is
 * possible.
 */
export function HistoryUndo({ group, newer, current, actions }: Props) {
  if (canBeUndone(group, newer, current !== null))
    return (
      <Button look="quiet" className="shrink-0" busy={actions.isBusy} onClick={() => actions.undo(group)}>
        Undo
      </Button>
    );
  if (group.parts.length > 1) return null;
  return <SetBackButton entry={group} current={current} actions={actions} label="Set back to this" />;
}

type SetBackProps = Pick<Props, "current" | "actions"> & { entry: HistoryEntry; label: string };

function SetBackButton({ entry, current, actions: { setBackTo: startSetBack, isBusy }, label }: SetBackProps) {
  const to = current && setBackTo(entry, current);
  return to ? (
    <Button look="quiet" className="shrink-0" busy={isBusy} onClick={() => startSetBack(entry.id, to)}>
      {label}
    </Button>
  ) : null;
}

/** Why a group cannot be undone. If one save made the group, its entries may still be undone one by one. */
export function WhyNotUndone({ group, newer, current, actions }: Props) {
  const { action, changes, parts } = group;
  if (!current || canBeUndone(group, newer, true)) return null;
  if (parts.length === 1 || action === "photo.added")
    return "photos" in changes ? (
      <p className="text-sm text-soft">The photos have changed again since then, so this cannot be undone.</p>
    ) : null;
  const again = Object.entries(changes).filter(([field]) => newer.some((other) => field in other.changes));
  return (
    <>
      <p className="text-sm text-soft">
        This cannot be undone in one step, because of later changes: {fieldWords(Object.fromEntries(again))}.
      </p>
      <p className="flex flex-wrap gap-2">
        {parts.map((part) =>
          canBeUndone(part, newer, true) ? (
            <Button
              key={part.id.toString()}
              look="quiet"
              busy={actions.isBusy}
              onClick={() => actions.undo({ ...part, parts: [part] })}
            >
              Undo {fieldWords(part.changes)}
            </Button>
          ) : (
            <SetBackButton
              key={part.id.toString()}
              entry={part}
              current={current}
              actions={actions}
              label={`Set back ${fieldWords(part.changes)}`}
            />
          ),
        )}
      </p>
    </>
  );
}
