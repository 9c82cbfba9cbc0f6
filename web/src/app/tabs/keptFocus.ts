import { useEffect } from 'react';

const reachable =
  ':is(a[href], button, input:not([type=hidden]), select, textarea, [tabindex]:not([tabindex="-1"])):not(:disabled)';

/** Where what had the keyboard stood: beside what, in what, and what it was. */
interface Place {
  readonly beside: readonly (Node | null)[];
  readonly within: Node;
  readonly label: string | null;
}

const inReach = (one: Element): one is HTMLElement =>
  one instanceof HTMLElement && one.checkVisibility() && one.closest('[inert]') === null;

/** In a part of the page what is labelled alike, else what comes first. */
function heirIn(part: Node | null, label: string | null): HTMLElement | undefined {
  if (!(part instanceof Element) || !part.isConnected) return undefined;
  const found = [part, ...part.querySelectorAll(reachable)].filter(
    (one): one is HTMLElement => one.matches(reachable) && inReach(one),
  );
  return (
    found.find((one) => label !== null && one.getAttribute('aria-label') === label) ?? found[0]
  );
}

/** The row below, the row above, then whatever is nearest around them. */
function heirOf({ beside, within, label }: Place): HTMLElement | undefined {
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
 * Sees to it that the keyboard is never nowhere: where what has it goes (a row that is deleted), what stood beside it gets it,
 * once all that follows from it is drawn and nothing else has taken it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let lost: Place | null = null;
    let frame = 0;
    const took = ({ target }: FocusEvent): void => {
      // A question lies over the page and goes again: what is below it had the keyboard.
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
