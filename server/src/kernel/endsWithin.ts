/** Waits for work no longer than its limit in milliseconds; work that takes longer is left to itself. */
export async function endsWithin<T>(limit: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`work did not end within ${limit} ms`)),
    limit,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
