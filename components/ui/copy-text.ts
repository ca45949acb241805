type CopyableField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Copies a text; says whether that worked. The Clipboard API exists only on https and localhost; elsewhere the
 * selection of a field is copied: of the given one, which has the text, or of one that exists for a moment.
 */
export async function copyText(text: string, field: CopyableField | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (field) return copySelection(field);
    const own = document.createElement("input");
    const active = document.activeElement;
    own.value = text;
    document.body.append(own);
    const isCopied = copySelection(own);
    own.remove();
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
    return isCopied;
  }
}

function copySelection(field: CopyableField): boolean {
  field.focus();
  field.select();
  return document.execCommand("copy");
}
