"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Badge } from "@/components/ui/display/badge";
import { numberCell, Table, TableHead } from "@/components/ui/display/table";
import { CellSelect } from "@/components/ui/forms/cell-select";
import { SearchInput } from "@/components/ui/forms/search-input";
import { FilterLinks, FilterSelect, PageLinks } from "@/components/ui/lists/list-links";
import { ListSearch } from "@/components/ui/lists/list-search";
import { PageHead } from "@/components/ui/navigation/page-head";
import { Part } from "./part";

const STATES = [
  { value: "open", label: "Open" },
  { value: "done", label: "Done" },
  { value: "gone", label: "Not possible", disabled: true },
] as const;
type State = (typeof STATES)[number]["value"];
const NAMES = ["Olive", "Otto", "Pim"];
const HERE = "/styleguide";
const FILTERS = [
  { href: HERE, label: "All", count: "1,000+", isCurrent: true },
  { href: `${HERE}?state=open`, label: "Open", count: "3", isCurrent: false },
];

/** The head of a page, and lists with their filters, cells and pages. */
export function Lists() {
  return (
    <Part title="Lists">
      <PageHead title="Head of a page" about="What it is about">
        <Button>Main action</Button>
      </PageHead>
      <SearchInput label="Search by name" q="" onSearch={() => undefined} />
      <ListSearch
        entries={NAMES}
        textsOf={(name) => [name]}
        label="Search a whole list"
        noun="names"
        isCut={false}
        q="o"
        onSearch={() => undefined}
      >
        {(found) => <p>{found.join(", ")}</p>}
      </ListSearch>
      <FilterLinks label="Filter by state" choices={FILTERS} />
      <FilterSelect label="Filter by state, as a select" choices={FILTERS} />
      <Table>
        <TableHead names={["Name", "State", "Id"]} numbers={["Id"]} />
        <tbody>
          {["Olive", "Donaudampfschifffahrtsgesellschaftskapitänsmütze"].map((name, index) => (
            <Row key={name} name={name} id={index + 1} busy={index === 1} />
          ))}
        </tbody>
      </Table>
      <PageLinks first={HERE} prev={`${HERE}?page=1`} next={`${HERE}?page=3`} isFirst={false} />
    </Part>
  );
}

function Row({ name, id, busy }: { name: string; id: number; busy: boolean }) {
  const [state, setState] = useState<State>("open");
  const draw = (value: State) => (
    <Badge tone={value === "open" ? "amber" : "green"}>{STATES.find((one) => one.value === value)?.label}</Badge>
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <CellSelect<State>
          label={`State of ${name}`}
          value={state}
          choices={STATES}
          onChange={setState}
          draw={draw}
          busy={busy}
        />
      </td>
      <td className={numberCell}>{id}</td>
    </tr>
  );
}
