/** Work running while a page is in front; returns its end. */
export type PageWork = () => (() => void) | undefined;

/** Runs the work of a page while in front. */
export function workOfPage(first: boolean) {
  let front = first;
  /** End function of each running work. */
  const works = new Map<PageWork, (() => void) | undefined>();
  const stop = (work: PageWork): void => {
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
    add(work: PageWork): () => void {
      works.set(work, front ? work() : undefined);
      return () => {
        stop(work);
        works.delete(work);
      };
    },
  };
}
