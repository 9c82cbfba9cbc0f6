/** Who hears how far the work of a key is. */
const hearers = new Map<string, (rows: number) => void>();

/** Hears how far work is that is asked for under this key, until the answer is called. */
export function hearProgress(key: string, heard: (rows: number) => void): () => void {
  hearers.set(key, heard);
  return () => void hearers.delete(key);
}

/** Says how far it is, to the one who asked for it; other windows of the user hear of work that is none of theirs. */
export const tellProgress = (key: string, rows: number): void => hearers.get(key)?.(rows);
