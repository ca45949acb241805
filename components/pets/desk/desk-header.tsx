import { Button, ButtonLink } from "../../ui/button";
import { cx } from "../../ui/cx";
import { Menu, MenuLink, MoreLabel } from "../../ui/menu";
import { actions } from "../../ui/panel";

type Props = { path: string; onAdd(): void; onHelp(): void };

/** The heading of the staff's list, with its actions. On a phone, a menu has those that are needed less often. */
export function DeskHeader({ path, onAdd, onHelp }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-6">
      <h1 className="me-auto">Animals</h1>
      <div className={cx(actions, "max-sm:gap-1")}>
        <Button look="quiet" className="max-lg:hidden" onClick={onHelp}>
          Keyboard
        </Button>
        <ButtonLink look="quiet" className="max-sm:hidden" href={`${path}/removed`}>
          Removed
        </ButtonLink>
        <ButtonLink look="quiet" className="max-sm:hidden" href={`${path}/import`}>
          Add many
        </ButtonLink>
        <Button className="max-sm:px-3" onClick={onAdd} aria-keyshortcuts="n">
          Add animal
        </Button>
        <div className="sm:hidden">
          <Menu look="icon" label={<MoreLabel>More</MoreLabel>}>
            <MenuLink href={`${path}/import`}>Add many</MenuLink>
            <MenuLink href={`${path}/removed`}>Removed animals</MenuLink>
          </Menu>
        </div>
      </div>
    </div>
  );
}
