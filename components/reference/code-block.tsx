/** Text of a terminal or a response. Wide text can be scrolled with the keyboard too. */
export function CodeBlock({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
