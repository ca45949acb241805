import type { CardPhoto } from "@/lib/pets/adopters/cards/card";

type Props = {
  photo: CardPhoto;
  /** The width of the photo, for the attribute `sizes`. */
  sizes: string;
  /** Whether the photo comes with priority, because it is on the first screen. */
  isFirst?: boolean;
  className?: string;
};

/** A photo in the smallest file that is sharp where it is shown. */
export function PetPhoto({ photo: { alt, width, height, urls }, sizes, isFirst, className }: Props) {
  // No file is wider than the photo itself.
  const srcSet = ([320, 640] as const).map((size) => `${urls[size]} ${Math.min(size, width)}w`).join(", ");
  return (
    <img
      className={className}
      src={urls[320]}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
    />
  );
}
