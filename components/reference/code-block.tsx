/** Text of a terminal or a response. If it is too wide, the keyboard can scroll it too. */
export function CodeBlock({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
