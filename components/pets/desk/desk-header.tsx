import { Button, ButtonLink } from "../../ui/button";
import { actions } from "../../ui/panel";

type Props = { path: string; onAdd(): void; onHelp(): void };

/** The heading of the staff's list, and what it leads to. */
export function DeskHeader({ path, onAdd, onHelp }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <h1 className="me-auto">Animals</h1>
      <div className={actions}>
        <Button look="quiet" className="max-lg:hidden" onClick={onHelp}>
          Keyboard
        </Button>
        <ButtonLink look="quiet" className="max-sm:px-3" href={`${path}/removed`}>
          Removed
        </ButtonLink>
        <ButtonLink look="quiet" className="max-sm:px-3" href={`${path}/import`}>
          Add many
        </ButtonLink>
        <Button className="max-sm:px-3" onClick={onAdd} aria-keyshortcuts="n">
          Add animal
        </Button>
      </div>
    </div>
  );
}
