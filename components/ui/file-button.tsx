import { buttonClass } from "./button";

type Props = {
  label: string;
  /** Media types and extensions. */
  accept: string;
  multiple?: boolean;
  onChoose(files: readonly File[]): void;
};

/** A button for choosing files. It covers the browser's own control, which looks and reads differently everywhere. */
export function FileButton({ label, accept, multiple = false, onChoose }: Props) {
  return (
    <label
      className={buttonClass(
        "quiet",
        "relative overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:justify-self-start",
      )}
    >
      {label}
      <input
        type="file"
        className="absolute -inset-px cursor-pointer opacity-0"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
    </label>
  );
}
