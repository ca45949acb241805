"use client";

import { useState } from "react";
import { KeyCreateForm, type MadeKey } from "./key-create-form";
import { SecretSheet } from "./secret-sheet";

/** The button that creates an API key, with its dialog: the form, then the whole key, shown once. */
export function KeyCreate() {
  const [made, setMade] = useState<MadeKey | null>(null);
  return (
    <SecretSheet
      trigger="Create a key"
      title={made ? `The key “${made.name}”` : "Create a key"}
      made={made && { label: "The new key", secret: made.key, scopes: made.scopes }}
      onClose={() => setMade(null)}
    >
      <KeyCreateForm onMade={setMade} />
    </SecretSheet>
  );
}
