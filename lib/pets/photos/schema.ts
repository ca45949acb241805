import * as z from "zod/mini";
import { Int64, int64Param } from "../../values/schemas";
import { LINE_PATTERN } from "../../values/text";
import { isLongerThan } from "../../values/words";
import { NO_PET } from "../schema";

export const MAX_PHOTOS = 6;
export const MAX_ALT_LENGTH = 300;
const ALT_RULE = `must have at most ${MAX_ALT_LENGTH} characters`;

/** A description of the photo for people who cannot see it. Empty if it would only repeat the name. */
const Alt = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .check(
    z.refine((alt) => alt.isWellFormed(), { error: "must be well-formed Unicode", abort: true }),
    z.refine((alt) => !/\p{Cc}/u.test(alt), { error: "must not contain control characters", abort: true }),
    z.refine((alt) => !isLongerThan(alt, MAX_ALT_LENGTH), ALT_RULE),
  )
  .register(z.globalRegistry, { maxLength: MAX_ALT_LENGTH, pattern: LINE_PATTERN });

export const NO_PHOTO = "This animal has no photo with this id";

export const PhotoParams = z.object({ petId: int64Param(NO_PET), photoId: int64Param(NO_PHOTO) });

export const NewPhotoQuery = z.object({ alt: z._default(Alt, "") });

const COUNT_RULE = `must have at most ${MAX_PHOTOS} photos`;

export const ArrangedPhoto = z.strictObject({ id: Int64, alt: Alt });
export const PhotoArrangement = z.array(ArrangedPhoto, { error: "must be an array" }).check(
  z.maxLength(MAX_PHOTOS, COUNT_RULE),
  z.refine((photos) => new Set(photos.map(({ id }) => id)).size === photos.length, "must not repeat a photo"),
);
export type PhotoArrangement = z.infer<typeof PhotoArrangement>;

const Pixels = z
  .pipe(z.union([z.number(), z.bigint()]), z.transform(Number))
  .register(z.globalRegistry, { type: "integer", minimum: 1 });
const Path = z.string().register(z.globalRegistry, { format: "uri-reference", maxLength: 100 });

export const PhotoUrls = z.object({ 96: Path, 320: Path, 640: Path, 1280: Path, card: Path });

/**
 * `width` and `height` are those of its largest picture. Pictures are never enlarged, so the one for a width may be
 * narrower.
 */
export const Photo = z.object({
  id: Int64,
  alt: z.string().register(z.globalRegistry, { maxLength: MAX_ALT_LENGTH }),
  width: Pixels,
  height: Pixels,
  urls: PhotoUrls,
});
export type Photo = z.infer<typeof Photo>;

export const Photos = z.array(Photo).register(z.globalRegistry, { maxItems: MAX_PHOTOS });
