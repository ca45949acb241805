/** Text of a terminal or a response. Long lines wrap. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
