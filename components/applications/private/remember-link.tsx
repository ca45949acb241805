"use client";

import { useEffect, useState } from "react";
import { Checkbox, FieldError } from "../../ui/forms/field";
import { cx } from "../../ui/style/cx";
import { needsScripts } from "../../ui/style/needs-scripts";
import {
  forget,
  forgetOnDevice,
  type Remembered,
  rememberInTab,
  rememberOnDevice,
  useIsOnDevice,
} from "../remembered-store";

type Props = {
  application: Remembered;
  /** Whether the application has ended. Nobody needs to find it any more, so the device forgets it. */
  isOver: boolean;
};

/**
 * Stores the private link in this tab, so that the page of the animal leads to it, and lets applicants store it on this
 * device, too. Hidden without scripts.
 */
export function RememberLink({ application, isOver }: Props) {
  const { petId, id, secret, petName, isQuestion } = application;
  const isOnDevice = useIsOnDevice(id);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (isOver) forget(id);
    else rememberInTab({ petId, id, secret, petName, isQuestion });
  }, [isOver, petId, id, secret, petName, isQuestion]);
  if (isOver) return null;
  return (
    <div className={cx("-my-1", needsScripts)}>
      <Checkbox
        checked={isOnDevice}
        aria-describedby="remember-hint"
        onChange={({ target }) => {
          if (target.checked) setRefused(!rememberOnDevice(application));
          else forgetOnDevice(id);
        }}
      >
        Remember on this device
      </Checkbox>
      <p id="remember-hint" className="text-sm text-soft">
        Your favourites and the page of the animal then lead here, even after you close this tab. Choose this only on
        your own device.
      </p>
      <FieldError>
        {isRefused ? "This browser does not let us remember it. Please copy the link." : undefined}
      </FieldError>
    </div>
  );
}
