/** Progress listeners, by key of the work. */
const hearers = new Map<string, (rows: number) => void>();

/** Listens for the progress of a key's work until the returned function is called. */
export function hearProgress(key: string, heard: (rows: number) => void): () => void {
  hearers.set(key, heard);
  return () => void hearers.delete(key);
}

/** Publishes progress to the requester; windows of the user without the key ignore it. */
export const tellProgress = (key: string, rows: number): void => hearers.get(key)?.(rows);
