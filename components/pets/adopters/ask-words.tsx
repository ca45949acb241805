import { cx } from "../../ui/style/cx";

type Props = { name: string; className: string };

/** What the links to the form say. Their accessible name has the name of the animal in any case. */
export function AskWords({ name, className }: Props) {
  return (
    <span className={cx("min-w-0 leading-tight text-balance wrap-anywhere", className)}>
      <span>Adopt or ask</span>
      <span>
        {" about "}
        <bdi>{name}</bdi>
      </span>
    </span>
  );
}
