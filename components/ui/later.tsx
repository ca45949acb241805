"use client";

import { type ComponentType, useEffect, useState } from "react";
import { subscribeTo, useHydrated } from "./browser";

// Pages of visitors show toasts too, without this file.
const waiting: (() => Promise<unknown>)[] = [() => import("./toast-region")];
let isTouched = false;

/** Loads the code of all parts. What fails is loaded again when it is shown. */
export async function loadParts(): Promise<void> {
  isTouched = true;
  await Promise.allSettled(waiting.splice(0).map((load) => load()));
}

/** Loads this code too when somebody touches the page. */
export function loadOnTouch(load: () => Promise<unknown>): void {
  waiting.push(load);
  if (isTouched) void loadParts();
}

const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

/** Loads the parts as soon as somebody touches the page. Once offline, they could no longer be loaded. */
export function useLoadOnTouch(): void {
  useEffect(() => {
    const stop = subscribeTo(...TOUCHES)(() => {
      stop();
      void loadParts();
    });
    return stop;
  }, []);
}

type Code<Props> = { Part: ComponentType<Props> | null; load(): Promise<void> };

/**
 * A part of a page that is not shown at first. Its code is loaded when it is shown, or before that by `useLoadOnTouch`.
 * The server renders nothing of it.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code: Code<Props> = {
    Part: null,
    load: async () => {
      code.Part ??= await load();
    },
  };
  loadOnTouch(code.load);
  return (props) => <Later code={code} props={props} />;
}

function Later<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const { Part, load } = code;
  const isHydrated = useHydrated();
  const [, setLoaded] = useState(false);
  const isMissing = Part === null;
  useEffect(() => {
    if (!isMissing) return;
    const show = () =>
      void load().then(
        () => setLoaded(true),
        () => null,
      );
    show();
    return subscribeTo("online")(show);
  }, [isMissing, load]);
  return isHydrated && Part ? <Part {...props} /> : null;
}
