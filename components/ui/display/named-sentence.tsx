import { nameInSentence } from "@/lib/values/excerpt";

type Props = { name: string; rest: string };

/** A sentence that begins with a name. The name cannot change the direction of the rest. */
export function NamedSentence({ name, rest }: Props) {
  return (
    <span>
      <bdi>{nameInSentence(name)}</bdi> {rest}
    </span>
  );
}
