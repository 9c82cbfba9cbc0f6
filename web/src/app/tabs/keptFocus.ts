import { useEffect } from 'react';

const reachable =
  ':is(a[href], button, input:not([type=hidden]), select, textarea, [tabindex]:not([tabindex="-1"])):not(:disabled)';

/** Position of the focused element: siblings, ancestors and label. */
interface FocusPosition {
  readonly beside: readonly (Node | null)[];
  readonly within: Node;
  readonly label: string | null;
}

const inReach = (one: Element): one is HTMLElement =>
  one instanceof HTMLElement && one.checkVisibility() && one.closest('[inert]') === null;

/** Finds the element with an equal label in a part of the page, else the first. */
function heirIn(part: Node | null, label: string | null): HTMLElement | undefined {
  if (!(part instanceof Element) || !part.isConnected) return undefined;
  const found = [part, ...part.querySelectorAll(reachable)].filter(
    (one): one is HTMLElement => one.matches(reachable) && inReach(one),
  );
  return (
    found.find((one) => label !== null && one.getAttribute('aria-label') === label) ?? found[0]
  );
}

/** Next focus: the row below, the row above, the nearest element around. */
function heirOf({ beside, within, label }: FocusPosition): HTMLElement | undefined {
  for (const part of beside) {
    const heir = heirIn(part, label);
    if (heir !== undefined) return heir;
  }
  for (let part: Node | null = within; part !== null; part = part.parentNode) {
    const heir = heirIn(part, label);
    if (heir !== undefined) return heir;
  }
  return undefined;
}

/**
 * Keeps the focus from being lost: after the focused element disappears (a deleted row), its neighbour gets
 * the focus, once rendering is complete and nothing else has taken it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let lost: FocusPosition | null = null;
    let frame = 0;
    const took = ({ target }: FocusEvent): void => {
      // A question over the page is temporary: the focus belongs to the page below.
      if (!(target instanceof Element) || target.closest('.ant-modal-root') !== null) return;
      last = target;
      lost = null;
    };
    const give = (): void => {
      frame = 0;
      if (lost === null || document.activeElement !== document.body) return;
      const heir = heirOf(lost);
      lost = null;
      heir?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver((records) => {
      if (last !== null && !last.isConnected) {
        const gone = records.find(({ removedNodes }) =>
          [...removedNodes].some((node) => node.contains(last)),
        );
        if (gone !== undefined)
          lost = {
            beside: [gone.nextSibling, gone.previousSibling],
            within: gone.target,
            label: last.getAttribute('aria-label'),
          };
        last = null;
      }
      if (lost !== null && frame === 0) frame = requestAnimationFrame(give);
    });
    document.addEventListener('focusin', took);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', took);
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
