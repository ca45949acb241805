/** An e-mail address. Where it does not fit on one line, it breaks after "@" or before a dot. */
export function Email({ address }: { address: string }) {
  return (
    <bdi className="wrap-break-word">
      {address.split(/(?<=@)|(?=\.)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address may repeat, and stay in their order.
        <span key={at}>
          {at > 0 && <wbr />}
          {part}
        </span>
      ))}
    </bdi>
  );
}
