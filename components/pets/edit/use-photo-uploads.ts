import { useEffect, useEffectEvent, useState } from "react";
import type { Photo } from "@/lib/pets/photos/schema";
import { type PhotoUpload, UploadQueue } from "@/lib/pets/photos/upload-queue";
import { useWhenOnline } from "../../ui/hooks/use-when-online";

/**
 * The photos that are being sent, or that wait for the connection. Leaving the page or the sheet stops them. `read`
 * reads the animal's photos again.
 */
export function usePhotoUploads(petId: bigint, photos: readonly Photo[], read: () => Promise<readonly Photo[]>) {
  const [uploads, setUploads] = useState<PhotoUpload[]>([]);
  const [queue] = useState(() => new UploadQueue({ petId, read, isOnline, onChange: setUploads }));
  const markKnown = useEffectEvent(() => queue.markKnown(photos.map(({ id }) => id)));
  // Before the first photo is sent, because any later one may be an upload in doubt.
  useEffect(() => markKnown(), []);
  useEffect(() => () => queue.close(), [queue]);
  useWhenOnline(() => queue.resume());
  return {
    uploads,
    add: (files: readonly File[]) => queue.add(files, photos.length),
    retry: (key: number) => queue.retry(key),
    cancel: (key: number) => queue.cancel(key),
  };
}

const isOnline = () => navigator.onLine;
