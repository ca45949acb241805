type Props = { name: string; rest: string };

/** A sentence that begins with the name of an animal, which cannot turn the text around it. */
export function NamedSentence({ name, rest }: Props) {
  return (
    <span>
      <bdi>{name}</bdi> {rest}
    </span>
  );
}
