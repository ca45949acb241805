import { Button, ButtonLink } from "../../ui/buttons/button";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../../ui/overlays/menu";
import { cx } from "../../ui/style/cx";
import { actions } from "../../ui/style/panel";
import type { PetExport } from "../import/use-export";

type Props = { path: string; exported: PetExport; onAdd(): void };

/** The heading of the staff's list, with its actions. Those that are needed less often are in a menu. */
export function DeskHeader({ path, exported, onAdd }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-6">
      <h1 className="me-auto">Animals</h1>
      <div className={cx(actions, "-me-3 gap-1!")}>
        <ButtonLink look="quiet" className="me-1.5 max-sm:hidden" href={`${path}/import`}>
          Add many
        </ButtonLink>
        <Button className="max-sm:px-3" onClick={onAdd} aria-keyshortcuts="n">
          Add animal
        </Button>
        <Menu look="icon" label={<MoreLabel>More</MoreLabel>}>
          <MenuLink className="sm:hidden" href={`${path}/import`}>
            Add many
          </MenuLink>
          <MenuLink href={`${path}/removed`}>Removed animals</MenuLink>
          <MenuItem className="lg:hidden" onSelect={exported.toggle}>
            {exported.label}
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}
