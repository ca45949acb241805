"use client";

import { useEffect, useState } from "react";
import { Checkbox, FieldError } from "../ui/field";
import { forget, type Remembered, remember, useRemembered } from "./remembered-store";

type Props = {
  application: Remembered;
  /** Whether the application has ended. Nobody needs to find it again then, so the device forgets it. */
  isOver: boolean;
};

/** Lets applicants store the private link on this device, and remove it again. Hidden where scripts do not run. */
export function RememberLink({ application, isOver }: Props) {
  const isRemembered = useRemembered().some(({ id }) => id === application.id);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (isOver) forget(application.id);
  }, [isOver, application.id]);
  if (isOver) return null;
  return (
    <div className="noscript:hidden">
      <Checkbox
        checked={isRemembered}
        aria-describedby="remember-hint"
        onChange={({ target }) => {
          if (target.checked) setRefused(!remember(application));
          else forget(application.id);
        }}
      >
        Remember on this device
      </Checkbox>
      <p id="remember-hint" className="text-sm text-soft">
        The page of the animal then leads here. Everybody who uses this browser can see your application. Untick the box
        to forget it.
      </p>
      <FieldError>
        {isRefused ? "This browser does not let us remember it. Please copy the link." : undefined}
      </FieldError>
    </div>
  );
}
