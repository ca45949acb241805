import type { PastedRow } from "@/lib/pets/pages/paste";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { cx } from "../ui/cx";
import { FieldError } from "../ui/field";
import { numberCell, Table } from "../ui/table";

/** A table of the pasted cells, with each error in its cell. */
export function PastePreview({ rows, done }: { rows: PastedRow[]; done: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <section className="max-h-80 overflow-auto rounded-card" aria-label="Preview" tabIndex={0}>
      <Table dense>
        <thead>
          <tr>
            <th scope="col" className={numberCell}>
              Row
            </th>
            <th scope="col">Name</th>
            <th scope="col">Category</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells, errors }, index) => (
            <tr key={line} className={cx(index < done && "text-soft")}>
              <td className={numberCell}>
                {index < done ? <span>{line} ✓</span> : line}
                <FieldError>{errors.row}</FieldError>
              </td>
              <Cell text={cells.name} error={errors.name} />
              <Cell text={cells.category} error={errors.categoryId} />
              <Cell text={cells.status || DEFAULT_STATUS} error={errors.status} />
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Cell({ text, error }: { text: string; error: string | undefined }) {
  return (
    <td dir="auto" className={cx(error && "border-l-4 border-l-danger")}>
      {text}
      <FieldError>{error}</FieldError>
    </td>
  );
}
