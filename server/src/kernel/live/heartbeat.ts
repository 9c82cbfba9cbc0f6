/** Sends a heartbeat at an interval until the work ends. A lost heartbeat is followed by another. */
export async function withHeartbeat(
  every: number,
  beat: () => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  let beating = false;
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    beat()
      .catch(() => {})
      .finally(() => (beating = false));
  }, every);
  await work().finally(() => clearInterval(timer));
}
