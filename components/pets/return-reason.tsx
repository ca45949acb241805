/** Why an animal came back from an adoption, as the shelter wrote it. Renders nothing without a reason. */
export function ReturnReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <blockquote dir="auto" className="border-s-4 border-line ps-3 whitespace-pre-line wrap-anywhere">
      {reason}
    </blockquote>
  );
}
