"use client";

import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { filtersHref, parseFilters, without } from "@/lib/pets/adopters/filters";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { Button } from "../../../ui/button";
import { control, cx } from "../../../ui/style";
import { SearchLabel } from "../look-elsewhere";
import type { Find } from "./use-find";

export const FORM = "find";
/** How long typing has to pause before the search begins, in milliseconds. */
const TYPING_MS = 400;

/** Kind and status are links elsewhere on the page, so the form carries them along. */
function SearchForm({ find: { filters, controls, applyFilters, readForm, onSubmit } }: { find: Find }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { q = "" } = filters;
  // What was chosen before the scripts arrived. The page of the list is not part of the form.
  const catchUp = useEffectEvent((form: HTMLFormElement) => {
    const chosen = parseFilters(new FormData(form));
    if (filtersHref(chosen) !== filtersHref(without(controls, "cursor"))) applyFilters(chosen, { isQuiet: true });
  });
  useEffect(() => {
    if (input.current?.form) catchUp(input.current.form);
  }, []);
  // The URL can change independently of the field, for example by "back". While somebody types, the field is newer.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = q;
  }, [q]);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (form: HTMLFormElement | null) => {
    stop();
    if (form) applyFilters(readForm(form), { isQuiet: true, replaces: q !== "" });
  };
  const onType = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    stop();
    timer.current = setTimeout(find, TYPING_MS, form);
  };
  return (
    <search className="sm:max-w-180">
      <form
        id={FORM}
        action="/"
        // Browsers must not restore what was chosen on an earlier visit: the URL says what is chosen.
        autoComplete="off"
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          stop();
          onSubmit(event);
        }}
      >
        <input type="hidden" name="kind" value={controls.kind ?? ""} />
        <input type="hidden" name="status" value={filters.status ?? "all"} />
        <input
          ref={input}
          type="search"
          name="q"
          className={cx(control, "w-auto! min-w-[min(8rem,100%)] flex-1 bg-panel placeholder:text-soft")}
          aria-label="Search by name, breed or word"
          placeholder="Name, breed or word"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          onChange={onType}
          // Cancels the pause when a link is followed: a search that began later would take the visitor back here.
          onBlur={({ currentTarget: { form } }) => timer.current && find(form)}
        />
        <Button type="submit" className="max-[26rem]:px-3">
          <SearchLabel />
        </Button>
      </form>
    </search>
  );
}

const whole = cx(
  "grid grid-cols-[minmax(0,1fr)] gap-x-8 overflow-hidden rounded-card bg-accent-back px-4 py-3 sm:-mt-2 sm:px-8 sm:py-5 lg:py-3 tall:py-4",
  "md:grid-cols-[minmax(0,1fr)_8.5rem] lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]",
);

/** In a high window, the text is as high as the drawings, so nothing moves when these arrive. */
const text = "sm:gap-4 lg:gap-2 tall:min-h-35 tall:content-start tall:gap-3";

type Props = {
  find: Find;
  isCompact: boolean;
  welcome: ReactNode;
  drawings: ReactNode;
};

export function Greeting({ find, isCompact, welcome, drawings }: Props) {
  return (
    <div className={isCompact ? undefined : whole}>
      <div className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-3", !isCompact && text)}>
        {!isCompact && welcome}
        <SearchForm find={find} />
      </div>
      {!isCompact && drawings}
    </div>
  );
}
