"use client";

import { useEffect } from "react";
import { forget, type Remembered, remember } from "../remembered-store";

type Props = {
  application: Remembered;
  /** Whether the application has ended. Nobody needs to find it any more, so the tab forgets it. */
  isOver: boolean;
};

/** Stores the private link in this tab, so that the page of the animal leads to it. Renders nothing. */
export function RememberLink({ application, isOver }: Props) {
  const { petId, id, secret, petName, isQuestion } = application;
  useEffect(() => {
    if (isOver) forget(id);
    else remember({ petId, id, secret, petName, isQuestion });
  }, [isOver, petId, id, secret, petName, isQuestion]);
  return null;
}
