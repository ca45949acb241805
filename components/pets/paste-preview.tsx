import type { PastedRow } from "@/lib/pets/paste";
import { DEFAULT_STATUS } from "@/lib/pets/status";

/** A table of the pasted cells, with each error in its cell. */
export function PastePreview({ rows, done }: { rows: PastedRow[]; done: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <section className="table-scroll paste-preview" aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">
              Row
            </th>
            <th scope="col">Name</th>
            <th scope="col">Category</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells, errors }, index) => (
            <tr key={line} data-done={index < done || undefined}>
              <td className="number">
                {index < done ? <span>{line} ✓</span> : line}
                <CellError text={errors.row} />
              </td>
              <Cell text={cells.name} error={errors.name} />
              <Cell text={cells.category} error={errors.categoryId} />
              <Cell text={cells.status || DEFAULT_STATUS} error={errors.status} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ text, error }: { text: string; error: string | undefined }) {
  return (
    <td dir="auto" data-wrong={error ? true : undefined}>
      {text}
      <CellError text={error} />
    </td>
  );
}

function CellError({ text }: { text: string | undefined }) {
  return text ? <span className="field-error">{text}</span> : null;
}
