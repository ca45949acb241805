import { type CallOf, refuse, refused, type Step } from "./calls";
import { changed, type Photos, type State } from "./state";

const MAX_PHOTOS = 6;

/** Adds a photo after the others. */
export function addPhoto(state: State, { alt }: CallOf<"addPhoto">, id: bigint): Step {
  if (state.removed) return refuse(state, 404);
  if (state.photos.length >= MAX_PHOTOS) return refuse(state, 409);
  const photo = { id, alt };
  const after = withPhotos(state, "photo.added", [...state.photos, photo]);
  return { outcome: { status: 201, photo, version: after.version }, state: after };
}

/** Gives the photos another order and other texts, and removes those that are left out. */
export function arrange(state: State, { photos, ifMatch }: CallOf<"arrange">): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  if (photos.some(({ id }) => !state.photos.some((photo) => photo.id === id))) return refuse(state, 409);
  const isSame = textOf(photos) === textOf(state.photos);
  const after = isSame ? state : withPhotos(state, "photos.changed", photos);
  return { outcome: { status: 200, photos, version: after.version }, state: after };
}

/** Removes a photo. */
export function removePhoto(state: State, { photoId, ifMatch }: CallOf<"removePhoto">): Step {
  const others = state.photos.filter(({ id }) => id !== photoId);
  if (state.removed || others.length === state.photos.length) return refuse(state, 404);
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const after = withPhotos(state, "photo.removed", others);
  return { outcome: { status: 204, version: after.version }, state: after };
}

function withPhotos(state: State, action: string, photos: Photos): State {
  return changed(state, action, { photos: { from: state.photos, to: photos } });
}

const textOf = (photos: Photos) => photos.map(({ id, alt }) => `${id} ${alt}`).join("\n");
