/** Counts by page, gathered between two sendings. */
export interface ViewCounts {
  readonly add: (url: string) => void;
  /** Takes and resets the counts, most viewed first. */
  readonly take: (most: number) => readonly { readonly url: string; readonly views: number }[];
}

export function viewCounts(): ViewCounts {
  const counts = new Map<string, number>();
  return {
    add: (url) => void counts.set(url, (counts.get(url) ?? 0) + 1),
    take: (most) => {
      const taken = [...counts]
        .map(([url, views]) => ({ url, views }))
        .toSorted((one, other) => other.views - one.views)
        .slice(0, most);
      counts.clear();
      return taken;
    },
  };
}
