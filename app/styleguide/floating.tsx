import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { KeyboardSheet } from "@/components/ui/overlays/keyboard-sheet";
import { Menu, MenuGroup, MenuItem, MenuLink, MoreLabel } from "@/components/ui/overlays/menu";
import { Sheet, SheetActions, SheetBody, SheetFooter } from "@/components/ui/overlays/sheet";
import { actions } from "@/components/ui/style/panel";
import { showToast, type Toast } from "@/components/ui/toasts/show-toast";
import { undoAction } from "@/components/ui/toasts/undo-action";
import { Part } from "./part";

const nothing = () => {};
const TOASTS: Readonly<Record<string, () => Toast>> = {
  "with a link": () => ({ text: "Olive was added.", link: { href: "/styleguide", label: "See the page" } }),
  "with Undo": () => ({
    text: "27 animals changed, 3 were not.",
    details: { label: "Show why", onSelect: nothing },
    ...undoAction(() => Promise.resolve(), { about: "guide" }),
  }),
  "with an Undo that fails": () => ({
    text: "Olive was removed.",
    ...undoAction(() => Promise.reject(new Error("away")), { about: "guide" }),
  }),
};

/** What is above the page: menus, sheets and toasts. */
export function Floating() {
  const [open, setOpen] = useState<"middle" | "side" | null>(null);
  const close = () => setOpen(null);
  const [isAsked, setAsked] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  return (
    <Part title="Above the page">
      <div className={actions}>
        <Menu label="Menu" head="Whose it is">
          <MenuLink href="/styleguide">A link</MenuLink>
          <MenuItem onSelect={nothing}>An action</MenuItem>
          <MenuGroup name="A group">
            <MenuLink href="/styleguide" aria-current="page">
              The page that is shown
            </MenuLink>
          </MenuGroup>
        </Menu>
        <Menu look="bar" label="Menu of a bar" isCurrent>
          <MenuLink href="/styleguide">A link</MenuLink>
        </Menu>
        <Menu look="icon" label={<MoreLabel>More</MoreLabel>}>
          <MenuItem onSelect={nothing}>An action</MenuItem>
        </Menu>
        <Button look="quiet" onClick={() => setOpen("middle")}>
          Sheet
        </Button>
        <Button look="quiet" onClick={() => setOpen("side")}>
          Side sheet
        </Button>
        <Button look="quiet" onClick={() => setAsked(true)}>
          Question
        </Button>
        <Button look="quiet" onClick={() => setKeysOpen(true)}>
          Keyboard
        </Button>
        <KeyboardSheet
          keys={{ "In the list": [["?", "this list"]] }}
          open={areKeysOpen}
          onClose={() => setKeysOpen(false)}
        />
        <ConfirmDialog open={isAsked} question="Is this meant?" confirm="Yes" onAnswer={() => setAsked(false)} />
        <Sheet title="A sheet" open={open === "middle"} onClose={close}>
          <p>From the bottom on a phone, in the middle elsewhere.</p>
          <SheetActions>
            <Button onClick={close}>Done</Button>
          </SheetActions>
        </Sheet>
        <Sheet title="A side sheet" side open={open === "side"} onClose={close}>
          <SheetBody>
            <p>From the bottom on a phone, at the edge elsewhere.</p>
          </SheetBody>
          <SheetFooter>
            <Button onClick={close}>Done</Button>
          </SheetFooter>
        </Sheet>
      </div>
      <div className={actions}>
        {Object.entries(TOASTS).map(([name, toast]) => (
          <Button key={name} look="quiet" onClick={() => showToast(toast())}>
            Toast {name}
          </Button>
        ))}
      </div>
    </Part>
  );
}
