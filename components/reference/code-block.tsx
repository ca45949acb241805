/** Text of a terminal or a response. Long lines continue on the next. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
