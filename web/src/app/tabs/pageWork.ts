/** What runs while a page is in front; it answers what ends it. */
export type Work = () => (() => void) | undefined;

/** Runs the work of a page while it is in front. */
export function workOfPage(first: boolean) {
  let front = first;
  /** What ends each work that runs. */
  const works = new Map<Work, (() => void) | undefined>();
  const stop = (work: Work): void => {
    works.get(work)?.();
    works.set(work, undefined);
  };
  return {
    set(next: boolean): void {
      if (next === front) return;
      front = next;
      for (const work of works.keys())
        if (front) works.set(work, work());
        else stop(work);
    },
    add(work: Work): () => void {
      works.set(work, front ? work() : undefined);
      return () => {
        stop(work);
        works.delete(work);
      };
    },
  };
}
