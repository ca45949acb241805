import { useEffect, useState } from "react";
import type { Photo } from "@/lib/pets/photos/schema";
import { useProgress } from "../../../ui/navigation/progress-bar";
import type { PhotoViewer } from "./photo-viewer";
import type { LargePhoto } from "./use-large-photo";

const load = () => import("./photo-viewer");

/** Loads the large view before it is needed. */
export const preloadViewer = () => void load().catch(() => {});

type Props = Omit<LargePhoto, "open"> & { photos: readonly Photo[]; name: string };

/** The large view of the photos, loaded when it opens. If that fails, the browser shows the file of the photo. */
export function LargeView({ photos, name, large, move, close }: Props) {
  const [loaded, setLoaded] = useState<{ PhotoViewer: typeof PhotoViewer } | null>(null);
  const missing = large === null || loaded ? undefined : photos[large]?.urls[1280];
  useProgress(missing !== undefined);
  useEffect(() => {
    if (missing !== undefined) load().then(setLoaded, () => window.location.replace(missing));
  }, [missing]);
  if (large === null || !loaded) return null;
  return <loaded.PhotoViewer photos={photos} name={name} first={large} onShow={move} onClose={close} />;
}
