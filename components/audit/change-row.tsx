import type { ReactNode } from "react";
import { Table, TableHead } from "../ui/display/table";
import { Ago, Minute } from "../ui/display/time";

/** The columns have the same widths in every list. */
const widths = "md:[&_table]:table-fixed md:[&_th:first-child]:w-44 md:[&_th:nth-child(2)]:w-48";

/** The table of changes: when, who and what. Rows are cards on a phone. */
export function ChangesTable({ children }: { children: ReactNode }) {
  return (
    <Table cards sticky className={widths}>
      <TableHead sticky names={["When", "Who", "What"]} />
      <tbody>{children}</tbody>
    </Table>
  );
}

/** One change, with who made it. */
export function ChangeRow({ at, who, children }: { at: string; who: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <td className="text-soft max-md:order-last max-md:text-sm">
        <span>
          <Minute iso={at} />
          <span className="md:hidden">,</span>{" "}
          <span className="text-sm md:block">
            <Ago iso={at} />
          </span>
        </span>
      </td>
      <td className="wrap-anywhere max-md:font-semibold">
        <div className="min-w-0">{who}</div>
      </td>
      <td className="wrap-anywhere max-md:flex-col max-md:gap-0!">{children}</td>
    </tr>
  );
}
